/** CommonJS on Node 24.9 and newer, where Jest can require an ES module: with `--experimental-vm-modules` too. */
export default { testMatch: ['**/common.test.cjs'], transform: {} };
