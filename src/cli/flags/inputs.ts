/** The flags of commands that read a file of inputs. */
import { endpoints } from '../../contract/endpoints.ts';
import type { InputFormat } from '../../inputs/read.ts';
import { Flag } from './flag.ts';

/** Returns the flags of a command that reads a file of inputs. */
export function inputFlags(): Flag[] {
  return [
    new Flag('--input <format>', 'format of the file (default: from its name or its first line)').choices([
      'lines',
      'csv',
      'ndjson',
    ] satisfies InputFormat[]),
    new Flag('--as, --endpoint <name>', 'endpoint of inputs that name none (default: detected)').choices(
      Object.keys(endpoints),
    ),
  ];
}
