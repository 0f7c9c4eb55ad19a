/** CommonJS on any Node and without a flag: what is an ES module is turned into CommonJS on the way, in node_modules too. */
export default {
  testMatch: ['**/common.test.cjs'],
  transform: { '\\.js$': '<rootDir>/to-commonjs.cjs' },
  transformIgnorePatterns: [],
};
