import { type CompiledQuery, PostgresQueryCompiler, type RawBuilder, sql, type ValueNode } from "kysely";

/** A piece of SQL with its values bound, made by the tag `sql`: a statement is put together of these, and of no text. */
export type Sql<Row = unknown> = RawBuilder<Row>;

type Compiling = Parameters<PostgresQueryCompiler["compileQuery"]>;

/** A piece that stands in a statement several times binds its values once. */
class Numbering extends PostgresQueryCompiler {
  readonly #numbers = new Map<ValueNode, string>();

  override compileQuery(...[node, id]: Compiling) {
    this.#numbers.clear();
    return super.compileQuery(node, id);
  }

  protected override visitValue(node: ValueNode): void {
    const number = this.#numbers.get(node);
    if (number !== undefined) return this.append(number);
    super.visitValue(node);
    if (node.immediate !== true) this.#numbers.set(node, this.getCurrentParameterPlaceholder());
  }
}

const numbering = new Numbering();
const queryId = { queryId: "list" };

/** The text of a statement with its numbered values. It depends on the pieces alone: other values make the same text. */
export const toStatement = <Row>(statement: Sql<Row>): CompiledQuery<Row> =>
  numbering.compileQuery(statement.toOperationNode(), queryId);

/** The same piece, its text put together once: for what has no values and stands in statements that are made anew for each call. */
export function constantSql(piece: Sql): Sql {
  const { sql: text, parameters } = toStatement(piece);
  return parameters.length > 0 ? piece : sql.raw(text);
}
