/** The pages for files outside docs/; `[name].md` is their template. */
import { sourcePages } from './outside.ts';

export default { paths: sourcePages };
