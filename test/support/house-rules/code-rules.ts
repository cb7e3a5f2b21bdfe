import ts from "typescript";
import { type Breach, linesMatching, type SourceText, visit } from "./source.ts";

/** A house rule about one file: what breaks it. Files that it does not hold for break nothing. */
export type HouseRule = (source: SourceText) => Breach[];

type Finder = (node: ts.Node, path: string) => string | null;

/** A rule about nodes: `find` answers the message when a node breaks it. */
function nodeRule(holdsFor: (path: string) => boolean, find: Finder): HouseRule {
  return (source) => {
    if (!holdsFor(source.path)) return [];
    const breaches: Breach[] = [];
    visit(source, (node, lineOf) => {
      const message = find(node, source.path);
      if (message !== null) breaches.push({ path: source.path, line: lineOf(node), message });
    });
    return breaches;
  };
}

const everywhere = () => true;
const inSource = (path: string) => path.startsWith("src/");

export const noDefaultExport = nodeRule(everywhere, (node) => {
  const message = "a default export has no name to search for: export it by name";
  if (ts.isExportAssignment(node)) return node.isExportEquals ? null : message;
  if (ts.isExportSpecifier(node)) return node.name.text === "default" ? message : null;
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ? message : null;
});

export const noAny = nodeRule(everywhere, (node) =>
  node.kind === ts.SyntaxKind.AnyKeyword ? "any turns the compiler off: name the type, or take unknown and parse it with zod" : null,
);

/** `@ts-expect-error` stays: in a type test it is the assertion itself. */
export const noSilencedCompiler: HouseRule = ({ path, text }) =>
  linesMatching(text, /(\/\/|\*)\s*@ts-(ignore|nocheck)\b/).map((line) => ({
    path,
    line,
    message: "a silenced compiler error comes back at run time: mend the type",
  }));

export const noEmptyCatch = nodeRule(everywhere, (node) =>
  ts.isCatchClause(node) && node.block.statements.length === 0
    ? "a swallowed error is a lost one: handle the one that is expected, by its code, and throw the rest"
    : null,
);

/** Hosts and entries supply time and chance, ports name them, the simulator's real sockets and the window live in real time. */
const REAL_TIME = [
  /^src\/main\/hosts\//,
  /^src\/main\/[^/]+\.ts$/,
  /^src\/main\/ports\//,
  /^src\/renderer\//,
  /^src\/simulator\/(listen|demo\/demo-thread)\.ts$/,
];

const IMPURE_CALLS: Readonly<Record<string, string>> = {
  "Date.now": "take the time from the Clock port",
  "Math.random": "take chance from the Random port",
  "performance.now": "take the time from the Clock port",
  "crypto.randomUUID": "take ids from the uuid port",
  setTimeout: "wait with the Clock port's sleep",
  setInterval: "wait with the Clock port's sleep",
  fetch: "send through the transport, the only door to the network",
};

export const noRealTime = nodeRule(
  (path) => inSource(path) && !REAL_TIME.some((place) => place.test(path)),
  (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === "Date" && (node.arguments?.length ?? 0) === 0) {
      return "new Date() reads the real clock: take the time from the Clock port";
    }
    if (!ts.isCallExpression(node)) return null;
    const name = node.expression.getText().replace(/^globalThis\./, "");
    const instead = Object.hasOwn(IMPURE_CALLS, name) ? IMPURE_CALLS[name] : undefined;
    return instead === undefined ? null : `${name}() cannot be replayed from a seed: ${instead}`;
  },
);

/** Adapters write a ledger's own query language; a host holds the data folder's lock with an empty SQLite file. */
const MAY_QUERY = [/^src\/main\/store\//, /^src\/main\/ledgers\//, /^src\/main\/hosts\/node\/data-folder\.ts$/];
const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WITH)\b/;

export const noSqlOutsideStore = nodeRule(
  (path) => /^src\/(main|shared|renderer)\//.test(path) && !MAY_QUERY.some((place) => place.test(path)),
  (node) =>
    (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && SQL.test(node.getText().slice(1))
      ? "SQL belongs in src/main/store, where all of it is found: add a function there that speaks the model's language"
      : null,
);

const FLOAT_NAMES = new Set(["parseFloat", "toFixed", "toPrecision", "round"]);

/** Amounts are decimal strings (rule 2). Figures that are no amounts are listed by the test, with the reason. */
export const noFloatMoney = nodeRule(
  (path) => /^src\/(main|shared|simulator)\//.test(path),
  (node) => {
    if (!ts.isCallExpression(node)) return null;
    const callee = node.expression;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
    if (!FLOAT_NAMES.has(name)) return null;
    if (name === "round" && callee.getText() !== "Math.round") return null;
    return `${callee.getText()}() takes an amount through a binary fraction: use shared/kernel/decimal.ts`;
  },
);

const KNOWS_LEDGERS = [/^src\/main\/ledgers\//, /^src\/simulator\//, /^src\/shared\/model\/ledger\/ledger-label\.ts$/];
const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);
const isLedgerName = (node: ts.Node) => ts.isStringLiteralLike(node) && /^ledger_[abc]$/.test(node.text);

/** Rule 3: consumers ask what a source can do, not which one it is. */
export const noLedgerIdentity = nodeRule(
  (path) => inSource(path) && !KNOWS_LEDGERS.some((place) => place.test(path)),
  (node) => {
    const message = "a consumer that asks which ledger it is breaks with the fourth one: read a capability (shared/model/capabilities.ts)";
    if (ts.isCaseClause(node)) return isLedgerName(node.expression) ? message : null;
    if (!ts.isBinaryExpression(node) || !COMPARISONS.has(node.operatorToken.kind)) return null;
    return isLedgerName(node.left) || isLedgerName(node.right) ? message : null;
  },
);

/** The present, cut to its UTC date. */
const UTC_TODAY = /(\bnow\(\)|\bnowMs(\(\))?\))\.slice\(0, 10\)/;

export const noUtcToday: HouseRule = ({ path, text }) =>
  inSource(path)
    ? linesMatching(text, UTC_TODAY).map((line) => ({
        path,
        line,
        message: "the UTC date isn't today for people west of Greenwich in the evening, nor east of it in the morning: use localDay",
      }))
    : [];

/** Vendor words are data: resources/profiles holds them. Written in halves, so that this file passes its own rule. */
const BRANDS = ["xe ro", "quick books", "int uit(?!iv|iti)", "net suite", "suite talk", "suite ql", "suite script", "\\bq bo\\b"];
const BRAND = new RegExp(BRANDS.map((brand) => brand.replace(" ", "")).join("|"), "i");

export const noBrands: HouseRule = ({ path, text }) =>
  inSource(path)
    ? linesMatching(text, BRAND).map((line) => ({
        path,
        line,
        message: "a vendor's name in code: say Ledger A, B or C, and put the vendor's words into resources/profiles",
      }))
    : [];

const HOSTS = ["registry.np mjs", "registry.yarn pkg", "deb.deb ian", "nodejs.org/di st", "pypi.or g"];
const HOST = new RegExp(HOSTS.map((host) => host.replace(" ", "").replaceAll(".", "\\.")).join("|"));

export const noRegistryHosts: HouseRule = ({ path, text }) =>
  linesMatching(text, HOST).map((line) => ({
    path,
    line,
    message: "a registry's address belongs to the machine's own configuration: take it out (.npmrc keeps it out of the lockfile)",
  }));

export const noLeftovers = nodeRule(
  (path) => path.startsWith("test/"),
  (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    const { expression, name } = node.expression;
    if (!/^(test|it|describe)$/.test(expression.getText()) || !/^(skip|only|todo)$/.test(name.text)) return null;
    return `${expression.getText()}.${name.text} leaves tests out in silence: mend it, or use runIf with a printed reason`;
  },
);
