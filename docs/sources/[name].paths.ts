/** The pages of files outside of docs/: `[name].md` is each of them. */
import { sourcePages } from './outside.ts';

export default { paths: sourcePages };
