/** What the inputs of a batch are made of. */

import type { EndpointName } from '../../../contract/endpoints.ts';
import type { BadRequestError } from '../../../contract/errors.ts';
import type { CallDefaults } from '../../../contract/validate.ts';
import type { FileRequest } from '../../results/result-file.ts';

/** What an input says, before it is judged. */
export interface Draft {
  endpoint?: unknown;
  params: Record<string, unknown>;
  /** Members that are no parameters: carried through to the result. */
  own: Record<string, unknown>;
}

/** An input that cannot be a call, and why. */
export interface WrongInput {
  line: number;
  /** What stood there. */
  text: string;
  /** As far as it was understood. */
  draft: Draft | undefined;
  error: BadRequestError;
}

/** An input: a call, or what is none. */
export type Input =
  | { line: number; request: FileRequest; wrong?: undefined }
  | { wrong: WrongInput; request?: undefined };

/** What holds for every input of a batch. */
export interface InputRules {
  /** What a word is, and the endpoint of inputs that name none. @default told by their form */
  as: EndpointName | undefined;
  defaults: CallDefaults;
  /** Whether an address must be one of a page that this library reads; a service can know others. */
  isLocal: boolean;
}
