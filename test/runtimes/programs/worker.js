/** The program of Workers. */
import { check } from './check.js';

export default {
  async fetch(request) {
    return Response.json(await check(await request.json()));
  },
};
