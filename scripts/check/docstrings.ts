import ts from 'typescript';
import type { CheckOutcome } from './outcome.ts';
import type { SourceFile } from './sources.ts';

/** Names that a statement exports itself; re-exports have their docstring where they are declared. */
function exportedNames(statement: ts.Statement): string[] {
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!exported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return [statement.name?.text ?? 'default'];
  }
  return [];
}

/** True where the first of a run of overloads, or the statement itself, has a docstring with text in it. */
function hasDocstring(statement: ts.Statement): boolean {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '');
}

/** Checks that each exported declaration has a docstring. */
export function checkDocstrings(files: readonly SourceFile[]): CheckOutcome {
  const problems: string[] = [];
  let count = 0;
  for (const { path, text } of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    const documented = new Set<string>();
    for (const statement of source.statements) {
      for (const name of exportedNames(statement)) {
        count += 1;
        if (hasDocstring(statement)) documented.add(name);
        if (documented.has(name)) continue;
        const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
        problems.push(
          `${path}:${line}: ${name} has no docstring. Say what it gives, its unit and range.`,
        );
      }
    }
  }
  return { problems, warnings: [], note: `${count} exports` };
}
