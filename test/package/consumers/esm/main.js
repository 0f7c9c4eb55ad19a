import * as root from 'buybox';
import * as local from 'buybox/local';
import manifest from 'buybox/package.json' with { type: 'json' };
import * as parse from 'buybox/parse';
import * as remote from 'buybox/remote';
import * as service from 'buybox/service';
import * as testing from 'buybox/testing';
import run from '../program/run.cjs';

const result = await run({ root, local, parse, remote, service, testing });
console.log(JSON.stringify({ ...result, version: manifest.version }));
