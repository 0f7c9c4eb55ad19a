/** ES modules with msw, which `buybox/testing` requires: Jest can require an ES module on Node 24.9 and newer. */
export default { testMatch: ['**/msw.test.js'], transform: {} };
