// Gives every process that loads it the same number, as the first process of each container has, and the name of its container.

import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

Object.defineProperty(process, 'pid', { value: 1 });
const { CONTAINER } = process.env;
if (CONTAINER !== undefined) os.hostname = () => CONTAINER;
syncBuiltinESMExports();
