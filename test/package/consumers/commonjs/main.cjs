const root = require('buybox');
const local = require('buybox/local');
const manifest = require('buybox/package.json');
const parse = require('buybox/parse');
const queue = require('buybox/queue');
const redis = require('buybox/redis');
const opentelemetry = require('buybox/opentelemetry');
const remote = require('buybox/remote');
const service = require('buybox/service');
const testing = require('buybox/testing');
const msw = require('buybox/testing/msw');
const watch = require('buybox/watch');
const run = require('../program/run.cjs');

run({ root, local, parse, remote, service, redis, queue, opentelemetry, testing, msw, watch }).then((result) => {
  console.log(JSON.stringify({ ...result, version: manifest.version }));
});
