/** The program of browsers. */
import { check } from './check.js';

globalThis.check = check;
