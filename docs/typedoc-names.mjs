/**
 * TypeDoc plugin for the API reference. It shows schemas and tables by name instead of their long inferred types, and warns about exported names
 * and members without a docstring.
 */
import { Application, Converter, ReflectionKind, UnknownType } from 'typedoc';

const NAMED =
  ReflectionKind.ClassOrInterface | ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.TypeAlias;
const MEMBERS = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor;

/** Names of schemas and tables, whose inferred types are not shown. */
const TABLES = /Schema$|^(?:endpoints|dataSchemas|ERROR_CODES|PACK_SIZES)$/;

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Variable) || !TABLES.test(reflection.name)) return;
    const kind = reflection.name.endsWith('Schema') ? 'a zod schema' : 'a table';
    reflection.type?.visit({ reflection: ({ declaration }) => context.project.removeReflection(declaration) });
    reflection.type = new UnknownType(kind);
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of project.getReflectionsByKind(NAMED | MEMBERS)) {
      if (!needsDoc(reflection) || hasDoc(reflection)) continue;
      app.logger.warn(`${reflection.getFullName()} has no docstring`);
    }
  });
}

/** Returns whether a name needs its own docstring. Members of literal types and inherited members do not. */
function needsDoc(reflection) {
  if (reflection.flags.isInherited || reflection.inheritedFrom !== undefined || reflection.flags.isExternal)
    return false;
  if (reflection.name.startsWith('[')) return false;
  return !reflection.kindOf(MEMBERS) || reflection.parent?.kindOf(ReflectionKind.ClassOrInterface) === true;
}

function hasDoc(reflection) {
  const parts = [reflection, ...(reflection.signatures ?? []), reflection.getSignature].filter(
    (part) => part !== undefined,
  );
  const literal = reflection.type?.type === 'reflection' ? (reflection.type.declaration.signatures ?? []) : [];
  return [...parts, ...literal].some((part) => part.hasComment());
}
