/** Whether the long tests run in full. `npm run test:nightly` sets the variable; without it they run a sample. */
export const isNightly: boolean = process.env.BUYBOX_NIGHTLY === '1';
