/** For `node --import`: a program on the stage of the documentation. */
import { startClock, startNetwork } from './stage.ts';

startNetwork();
startClock();
