import * as root from 'buybox';
import * as local from 'buybox/local';
import * as opentelemetry from 'buybox/opentelemetry';
import manifest from 'buybox/package.json' with { type: 'json' };
import * as parse from 'buybox/parse';
import * as queue from 'buybox/queue';
import * as redis from 'buybox/redis';
import * as remote from 'buybox/remote';
import * as service from 'buybox/service';
import * as testing from 'buybox/testing';
import * as msw from 'buybox/testing/msw';
import * as watch from 'buybox/watch';
import run from '../program/run.cjs';

const result = await run({ root, local, parse, remote, service, redis, queue, opentelemetry, testing, msw, watch });
console.log(JSON.stringify({ ...result, version: manifest.version }));
