/** Modules that are loaded at run time: optional packages, which can be missing, and modules of the user, such as configuration files. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BadRequestError } from '../contract/errors.ts';
import { wrongSetting } from './checks.ts';

/** The use of an optional package. */
export interface PackageUse {
  name: string;
  /** Packages of the install command. @default `name` */
  install?: string;
  /** The setting that needs the package, for `error.parameter`. */
  parameter: string;
  /** The feature that needs the package, for the message: `the format "parquet"`. */
  feature: string;
  /** Whether it is installed as a development dependency. @default false */
  isDevelopment?: boolean;
}

/** Returns the error for an optional package that could not be loaded. Its message has the install command if the package is missing. */
export function packageError(
  { name, install = name, parameter, feature, isDevelopment = false }: PackageUse,
  cause: unknown,
): BadRequestError {
  const advice = isMissing(cause)
    ? `${feature} needs the package "${name}". Install it: npm install ${isDevelopment ? '--save-dev ' : ''}${install}`
    : `${feature} could not load the package "${name}": ${String(cause)}`;
  return wrongSetting(parameter, advice, cause);
}

/** Loads an optional package. @throws BadRequestError `INVALID_CONFIGURATION` if that fails */
export async function optionalPackage<Module>(load: () => Promise<Module>, use: PackageUse): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw packageError(use, cause);
  }
}

/** How Node says that a package is missing: for an import, and for `require`. */
const MISSING = /cannot find (?:package|module)/i;

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && (MISSING.test(cause.message) || isMissing(cause.cause));

/** Imports a JavaScript or TypeScript module; relative paths start at the working directory. @throws Error of the module or of Node */
export const importModule = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  import(pathToFileURL(resolve(path)).href);
