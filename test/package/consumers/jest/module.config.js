/** ES modules: `node --experimental-vm-modules node_modules/jest/bin/jest.js`. */
export default { testMatch: ['**/module.test.js'], transform: {} };
