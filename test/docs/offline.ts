/** For `node --import`: runs a program in the environment of the documentation. */
import { startClock, startNetwork } from './network.ts';

startNetwork();
startClock();
