/**
 * What TypeDoc is told beyond its options, for the API reference: schemas and tables are shown by their name and not as pages of inferred types, and
 * every exported name and every member of it has a docstring.
 */
import { Application, Converter, ReflectionKind, UnknownType } from 'typedoc';

const NAMED =
  ReflectionKind.ClassOrInterface | ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.TypeAlias;
const MEMBERS = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor;

/** Tables whose inferred type says less than their docstring. */
const TABLES = /Schema$|^(?:endpoints|dataSchemas|ERROR_CODES|PACK_SIZES)$/;

/** What only those who work on the sources can look up. */
const ASIDE = /\s*\((?:design|specification)[^()]*\)/g;

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Variable) || !TABLES.test(reflection.name)) return;
    const kind = reflection.name.endsWith('Schema') ? 'a zod schema' : 'a table';
    reflection.type?.visit({ reflection: ({ declaration }) => context.project.removeReflection(declaration) });
    reflection.type = new UnknownType(kind);
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      for (const part of comment?.summary ?? []) if (part.kind === 'text') part.text = part.text.replace(ASIDE, '');
    }
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of project.getReflectionsByKind(NAMED | MEMBERS)) {
      if (!isOurs(reflection) || hasDoc(reflection)) continue;
      app.logger.warn(`${reflection.getFullName()} has no docstring`);
    }
  });
}

/** Members of literal types say what they are where the type is used; inherited ones where they come from. */
function isOurs(reflection) {
  if (reflection.flags.isInherited || reflection.inheritedFrom !== undefined || reflection.flags.isExternal)
    return false;
  if (reflection.name.startsWith('[')) return false;
  return !reflection.kindOf(MEMBERS) || reflection.parent?.kindOf(ReflectionKind.ClassOrInterface) === true;
}

function hasDoc(reflection) {
  const said = [reflection, ...(reflection.signatures ?? []), reflection.getSignature].filter(
    (part) => part !== undefined,
  );
  const literal = reflection.type?.type === 'reflection' ? (reflection.type.declaration.signatures ?? []) : [];
  return [...said, ...literal].some((part) => part.hasComment());
}
