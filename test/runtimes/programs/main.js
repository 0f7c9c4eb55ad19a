/** The program of Node, Bun and Deno. */
import { check } from './check.js';
import input from './input.json' with { type: 'json' };

console.log(JSON.stringify(await check(input)));
