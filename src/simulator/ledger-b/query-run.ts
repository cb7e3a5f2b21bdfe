import { compareDecimals, readDecimal } from "#shared/kernel/decimal.ts";
import { answerKeyOf, compareIds, type Entity, entityNamed, isNameEntity } from "./entities.ts";
import { type JsonNode, type JsonObject, numeral, numeralText } from "./json-writer.ts";
import { readTime } from "./pacific-time.ts";
import { type PropertyKind, propertyKind } from "./properties.ts";
import { type Condition, type Literal, parseQuery, type Query, QueryRefusal } from "./query-grammar.ts";
import type { Row, Tables } from "./rows.ts";

/**
 * Answers a query: the `QueryResponse` member. An empty result has no entity key at all.
 * @throws QueryRefusal for a query outside the grammar, an unknown entity or property, or a value of the wrong kind
 */
export function runQuery(tables: Tables, text: string): JsonObject {
  const query = parseQuery(text);
  const entity = entityNamed(query.entity);
  if (entity === undefined) throw new QueryRefusal(`Invalid context declaration, entity ${query.entity} is not known`);
  const matching = tables.rows(entity).filter(filterOf(entity, query.where));
  if (query.what === "count") return { totalCount: numeral(String(matching.length)) };
  const ordered = matching.toSorted(orderOf(entity, query.order));
  const page = ordered.slice(query.start - 1, query.start - 1 + query.max);
  if (page.length === 0) return {};
  const isWhole = page.length === matching.length;
  return {
    [answerKeyOf(entity)]: page.map((row) => row.record()),
    startPosition: numeral(String(query.start)),
    maxResults: numeral(String(page.length)),
    totalCount: isWhole ? numeral(String(matching.length)) : undefined,
  };
}

/** Names that were made inactive stay out unless the query speaks about `Active`. */
function filterOf(entity: Entity, where: Query["where"]): (row: Row) => boolean {
  const tests = where.map((condition) => testOf(entity, condition));
  const activeOnly = isNameEntity(entity) && !where.some(({ property }) => property === "Active");
  return (row) => (!activeOnly || row.active) && tests.every((test) => test(row));
}

function testOf(entity: Entity, condition: Condition): (row: Row) => boolean {
  const { property, operator, values } = condition;
  const kind = kindOf(entity, property);
  if (operator === "LIKE") {
    if (kind !== "text" && kind !== "id") throw new QueryRefusal(`LIKE does not apply to ${property}`);
    const pattern = likePattern(values[0]?.text ?? "");
    return (row) => pattern.test(propertyValue(row, property, kind) ?? "");
  }
  const wanted = values.map((literal) => readLiteral(literal, kind, property));
  if (kind === "boolean" && operator !== "=" && operator !== "IN") throw new QueryRefusal(`${operator} does not apply to ${property}`);
  return (row) => {
    const held = propertyValue(row, property, kind);
    return held !== undefined && wanted.some((value) => accepts(operator, compareValues(kind, held, value)));
  };
}

function accepts(operator: Condition["operator"], order: number): boolean {
  switch (operator) {
    case "<":
      return order < 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case ">=":
      return order >= 0;
    default:
      return order === 0;
  }
}

function orderOf(entity: Entity, order: Query["order"]): (a: Row, b: Row) => number {
  if (order.length === 0) return isNameEntity(entity) ? byName : newestFirst;
  const keys = order.map(({ property, descending }) => ({ property, descending, kind: kindOf(entity, property) }));
  return (a, b) => {
    for (const { property, descending, kind } of keys) {
      const [left, right] = [propertyValue(a, property, kind), propertyValue(b, property, kind)];
      const found =
        left === undefined || right === undefined
          ? Number(left !== undefined) - Number(right !== undefined)
          : compareValues(kind, left, right);
      if (found !== 0) return descending ? -found : found;
    }
    return compareIds(a.id, b.id);
  };
}

function byName(a: Row, b: Row): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : compareIds(a.id, b.id);
}

function newestFirst(a: Row, b: Row): number {
  return b.changedMs - a.changedMs || compareIds(b.id, a.id);
}

function kindOf(entity: Entity, property: string): PropertyKind {
  const kind = propertyKind(entity, property);
  if (kind === undefined) throw new QueryRefusal(`Property ${property} not found for Entity ${entity}`);
  return kind;
}

/** The value as text in the form of its kind; instants as whole seconds. */
function propertyValue(row: Row, property: string, kind: PropertyKind): string | undefined {
  if (property === "Id") return row.id;
  if (property === "MetaData.LastUpdatedTime") return seconds(row.changedMs);
  if (property === "MetaData.CreateTime") return seconds(row.createdMs);
  if (property === "Active") return String(row.active);
  const node = nodeAt(row.record(), kind === "ref" && !property.endsWith(".value") ? `${property}.value` : property);
  if (node === undefined || node === null) return undefined;
  return numeralText(node) ?? (typeof node === "object" ? undefined : String(node));
}

function nodeAt(record: JsonObject, path: string): JsonNode | undefined {
  let node: JsonNode | undefined = record;
  for (const key of path.split(".")) {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return undefined;
    node = (node as JsonObject)[key];
  }
  return node;
}

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

function readLiteral(literal: Literal, kind: PropertyKind, property: string): string {
  const { text } = literal;
  if (kind === "instant") {
    const ms = literal.kind === "text" ? readTime(text) : null;
    if (ms === null) throw new QueryRefusal(`${text} is not a time for ${property}`);
    return String(ms / 1000);
  }
  const shape = { boolean: /^(true|false)$/, number: /^-?\d+(\.\d+)?$/, date: /^\d{4}-\d{2}-\d{2}$/, id: /^\d+$/, ref: /./, text: /^/ }[
    kind
  ];
  if (!shape.test(text)) throw new QueryRefusal(`${text} is not a value for ${property}`);
  return text;
}

function compareValues(kind: PropertyKind, a: string, b: string): number {
  if (kind === "id" || kind === "ref") return compareIds(a, b);
  const [left, right] = kind === "number" ? [readDecimal(a), readDecimal(b)] : [null, null];
  if (left !== null && right !== null) return compareDecimals(left, right);
  if (kind === "instant") return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function likePattern(text: string): RegExp {
  const escaped = text.split("%").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "s");
}
