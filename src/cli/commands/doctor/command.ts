/** The command `buybox doctor`. */
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import { redisFlags } from '../../flags/redis.ts';
import type { DoctorFlags } from './run.ts';

/** The command. */
export const doctorCommand: CommandRow<DoctorFlags> = {
  name: 'doctor',
  about: 'Check versions, settings, a page of each type, credits and Redis, and say what to do.',
  flags: [
    new Flag('--asin <asin>', 'a product (default: the first result of a search)'),
    new Flag('--json', 'print JSON'),
    ...redisFlags(),
    ...BACKEND_FLAGS,
  ],
  help: `It makes up to eight calls, which cost a credit each on the remote backend. The exit code is 1 if something fails.
Examples:
  buybox doctor --marketplace de
  buybox doctor --fixtures
  buybox doctor --redis redis://localhost:6379 --json`,
  run: async ({ flags, command, terminal }) => (await import('./run.ts')).diagnose(flags, command, terminal),
};
