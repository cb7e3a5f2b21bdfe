import { writeFileSync } from "node:fs";
import { readNamedJson, whyNotWritten } from "#main/files/named-file.ts";
import { aligned } from "#main/hosts/node/output.ts";
import { asOfName, counted, dayName, minuteName, rangeName } from "#shared/kernel/readable.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import { type GroupReport, isCombined, NOTHING_ELIMINATED } from "#shared/model/consolidation/consolidation.ts";
import { type EntityTree, type EntityTreeDraft, entityTreeDraft, exchangeRate } from "#shared/model/consolidation/entity-tree.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { refused, reply } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, type OptionValues, textOption } from "../command.ts";
import { oneOf } from "../report-options.ts";

const STATEMENTS = ["trial-balance", "profit-and-loss", "balance-sheet"] as const;
const RATE_FIELDS = ["from", "to", "day", "kind", "rate", "source"] as const;

export const entityTreeCommand: Command = {
  noun: "entity",
  verb: "tree",
  summary: "List groups, or show, save, suggest or undo a group's structure",
  asks: ["groups.list", "groups.show", "groups.history", "groups.save", "groups.suggest", "groups.undo"],
  options: { tree: "text", file: "text", suggest: "flag", out: "text", undo: "flag" },
  required: [],
  help: {
    tree: "Group ID, or the group's name if only one group has that name",
    file: "JSON file with the structure to save",
    suggest: "Suggest a structure that includes all connected clients; it isn't saved as a group",
    out: "With --suggest or --tree: file for the structure",
    undo: "With --tree: undo the newest version of that group's structure",
  },
  run: async (run) => {
    const { options } = run;
    if (options.suggest === true) return suggest(run);
    if (textOption(options, "file") !== undefined) return save(run);
    const tree = textOption(options, "tree");
    if (options.undo === true) {
      if (tree === undefined) return refused(run, { code: "usage", message: "--tree is missing.", field: "tree" });
      return undo(run, tree);
    }
    return tree === undefined ? list(run) : show(run, tree);
  },
};

export const entityReport: Command = {
  noun: "entity",
  verb: "report",
  summary: "Show a group's consolidated trial balance, profit and loss or balance sheet, after translation and eliminations",
  asks: ["groups.report"],
  options: { tree: "text", period: "text", statement: "text" },
  required: ["tree", "period"],
  help: {
    tree: "Group ID, or the group's name if only one group has that name",
    statement: "trial-balance (the default), profit-and-loss or balance-sheet",
  },
  run: async (run) => {
    const statement = oneOf({ statement: "trial-balance", ...run.options }, "statement", STATEMENTS);
    if (!statement.ok) return refused(run, statement.failure);
    const treeId = textOption(run.options, "tree") as string;
    const period = textOption(run.options, "period") as string;
    const report = await reply(run, "groups.report", { treeId, period, statement: statement.value });
    if (!report.ok) return refused(run, report.failure);
    run.output.result(report.value, reportLines(report.value));
    return EXIT.done;
  },
};

export const entityRate: Command = {
  noun: "entity",
  verb: "rate",
  summary: "Enter an exchange rate (closing, average or historical) with its source. Without options, list the rates",
  asks: ["rates.list", "rates.save", "rates.undo"],
  options: { from: "text", to: "text", day: "text", kind: "text", rate: "text", source: "text", undo: "text" },
  required: [],
  help: {
    from: "Currency to translate from, such as CAD",
    to: "Currency to translate to, such as USD",
    day: "Last day of the period. For a historical rate: the entity's historical rate date or, if none is set, the day it joined the group",
    kind: "closing, average or historical",
    rate: "Units of the --to currency for 1 unit of the --from currency",
    source: "Where the rate comes from",
    undo: "Number of the rate to undo",
  },
  run: async (run) => {
    if (textOption(run.options, "undo") !== undefined) return undoRate(run);
    if (RATE_FIELDS.every((field) => run.options[field] === undefined)) return listRates(run);
    const rate = givenRate(run.options);
    if (!rate.ok) return refused(run, rate.failure);
    const entered = await reply(run, "rates.save", rate.value);
    if (!entered.ok) return refused(run, entered.failure);
    const { from, to, day, kind, rate: value } = rate.value;
    run.output.result({ ...rate.value, ...entered.value }, [
      `Rate ${entered.value.rateNo} saved: ${from} to ${to}, ${kind}, ${dayName(day)}: ${value}.`,
    ]);
    return EXIT.done;
  },
};

async function list(run: CommandRun): Promise<ExitStatus> {
  const listed = await reply(run, "groups.list", {});
  if (!listed.ok) return refused(run, listed.failure);
  const { trees } = listed.value;
  const lines = aligned(
    trees.map(({ treeId, version, tree, person, savedAt }) => [
      treeId,
      tree.name,
      `version ${version}`,
      counted(tree.nodes.length, "entity", "entities"),
      person,
      savedAt,
    ]),
    9,
  );
  run.output.result({ trees }, lines.length === 0 ? ["No groups yet. Add --suggest to see a suggested structure."] : lines);
  return EXIT.done;
}

async function show(run: CommandRun, id: string): Promise<ExitStatus> {
  const found = await reply(run, "groups.show", { treeId: id });
  if (!found.ok) return refused(run, found.failure);
  const saved = await reply(run, "groups.history", { treeId: found.value.treeId });
  if (!saved.ok) return refused(run, saved.failure);
  const out = textOption(run.options, "out");
  const failure = out === undefined ? null : writeStructure(out, found.value.tree);
  if (failure !== null) return refused(run, failure);
  const history = saved.value.versions.map(({ version, person, savedAt, undoneAt, undoneBy }) => ({
    version,
    person,
    savedAt,
    undoneAt,
    undoneBy,
  }));
  run.output.result({ ...found.value, history }, [
    `${found.value.tree.name}, version ${found.value.version}, in ${found.value.tree.presentation.currency}`,
    ...treeLines(found.value.tree),
    "",
    ...history.map(
      (one) =>
        `version ${one.version}: saved by ${one.person}, ${minuteName(one.savedAt)}${one.undoneAt === null ? "" : `; undone by ${one.undoneBy}, ${minuteName(one.undoneAt)}`}`,
    ),
    ...(out === undefined ? [] : ["", `This structure is in ${out}. After you change the file, save it as a new version with --file.`]),
  ]);
  return EXIT.done;
}

async function save(run: CommandRun): Promise<ExitStatus> {
  const json = readNamedJson(textOption(run.options, "file") as string, "file");
  if (!json.ok) return refused(run, json.failure);
  const draft = readTreeDraft(json.value);
  if (!draft.ok) return refused(run, draft.failure);
  const saved = await reply(run, "groups.save", { tree: draft.value });
  if (!saved.ok) return refused(run, saved.failure);
  run.output.result(saved.value, [`Saved as version ${saved.value.version} of the group with the ID ${saved.value.treeId}.`]);
  return EXIT.done;
}

/** Reads a tree that a person wrote; a failure names the field, such as `memberships.0.ownership`. */
function readTreeDraft(json: unknown): Result<EntityTreeDraft, Failure> {
  const read = readGiven(entityTreeDraft, json);
  if (read.ok) return read;
  const field = read.failure.path.join(".");
  return fail({ code: "invalid_input", message: wrongField(field || "The file", read.failure.message), field: field || "tree" });
}

async function suggest(run: CommandRun): Promise<ExitStatus> {
  const answer = await reply(run, "groups.suggest", {});
  if (!answer.ok) return refused(run, answer.failure);
  const suggested = answer.value;
  const out = textOption(run.options, "out");
  const failure = out === undefined ? null : writeStructure(out, suggested.tree);
  if (failure !== null) return refused(run, failure);
  const next =
    out === undefined
      ? "This suggestion isn't saved as a group. Write it to a file with --out FILE,"
      : `This suggestion is in ${out}, but isn't saved as a group yet. Review the file,`;
  run.output.result(suggested, [...treeLines(suggested.tree), ...suggested.notes, `${next} then save it as a group with --file.`]);
  return EXIT.done;
}

/** Writes a structure as `--file` reads it. */
function writeStructure(out: string, tree: EntityTree | EntityTreeDraft): Failure | null {
  try {
    writeFileSync(out, `${JSON.stringify(tree, null, 2)}\n`);
    return null;
  } catch (error) {
    return { code: "invalid_input", message: `Can't write ${out}: ${whyNotWritten(error)}.`, field: "out" };
  }
}

async function undo(run: CommandRun, id: string): Promise<ExitStatus> {
  const found = await reply(run, "groups.show", { treeId: id });
  if (!found.ok) return refused(run, found.failure);
  const undone = await reply(run, "groups.undo", { treeId: found.value.treeId, version: found.value.version });
  if (!undone.ok) return refused(run, undone.failure);
  const { standing } = undone.value;
  run.output.result({ treeId: found.value.treeId, undone: found.value.version, version: standing?.version ?? null }, [
    standing === null ? "Undone. The group no longer exists." : `Undone. Version ${standing.version} applies again.`,
  ]);
  return EXIT.done;
}

async function listRates(run: CommandRun): Promise<ExitStatus> {
  const listed = await reply(run, "rates.list", {});
  if (!listed.ok) return refused(run, listed.failure);
  const { rates } = listed.value;
  const lines = rates.map((rate) => [String(rate.rateNo), rate.from, rate.to, rate.day, rate.kind, rate.rate, rate.source, rate.person]);
  run.output.result({ rates }, lines.length === 0 ? ["No exchange rates yet."] : aligned(lines, 9));
  return EXIT.done;
}

async function undoRate(run: CommandRun): Promise<ExitStatus> {
  const rateNo = Number(textOption(run.options, "undo"));
  if (!Number.isSafeInteger(rateNo))
    return refused(run, { code: "invalid_input", message: "--undo takes the number of a rate.", field: "undo" });
  const undone = await reply(run, "rates.undo", { rateNo });
  if (!undone.ok) return refused(run, undone.failure.field === "rateNo" ? { ...undone.failure, field: "undo" } : undone.failure);
  const { again } = undone.value;
  const words = again === null ? "Undone." : `Undone. The earlier rate ${again.rate} from ${again.source} applies again.`;
  run.output.result({ rateNo, ...undone.value }, [words]);
  return EXIT.done;
}

function givenRate(options: OptionValues) {
  const missing = RATE_FIELDS.find((field) => textOption(options, field) === undefined);
  if (missing !== undefined) return fail<Failure>({ code: "usage", message: `--${missing} is missing.`, field: missing });
  const read = readGiven(exchangeRate, Object.fromEntries(RATE_FIELDS.map((field) => [field, textOption(options, field)])));
  if (read.ok) return read;
  const field = read.failure.path[0] ?? "rate";
  return fail<Failure>({ code: "invalid_input", message: wrongField(`--${field}`, read.failure.message), field });
}

function treeLines({ nodes, memberships }: Pick<EntityTree | EntityTreeDraft, "nodes" | "memberships">): string[] {
  const nameOf = (nodeId: string) => nodes.find(({ id }) => id === nodeId)?.name ?? nodeId;
  return [
    ...aligned(
      nodes.map(({ id, name, functionalCurrency, clientId, entityId }) => [
        id,
        name,
        functionalCurrency,
        clientId ?? "no client in Tieout",
        entityId ?? "",
      ]),
      9,
    ),
    ...memberships.map(
      ({ parentId, childId, ownership, from, to }) =>
        `${nameOf(parentId)} owns ${ownership}% of ${nameOf(childId)}${from === undefined ? "" : ` from ${dayName(from)}`}${to === undefined ? "" : ` to ${dayName(to)}`}`,
    ),
  ];
}

function reportLines(report: GroupReport): string[] {
  const { members, columns, rows, eliminations, totals, notes } = report;
  const title = report.statement.replaceAll("-", " ");
  const nameOf = (id: string) => members.find(({ nodeId }) => nodeId === id)?.name ?? id;
  return [
    `${report.name}, ${isCombined(report) ? "combined" : "consolidated"} ${title}, ${rangeName(report.from, report.to)}, ${report.currency}, as of ${asOfName(report.asOf)}`,
    ...aligned(
      [["code", "", ...columns.map(({ label }) => label)], ...rows.map((row) => [row.groupAccount?.code ?? "", row.label, ...row.amounts])],
      2,
    ),
    ...(report.statement === "trial-balance" ? [`Debits ${totals.debit}, credits ${totals.credit}.`] : []),
    "",
    ...members.map(
      (member) => `${member.name}: group's share ${member.ownership}%, translation adjustment ${member.translationDifference}`,
    ),
    ...rateLines(report),
    "",
    ...(isCombined(report) ? [NOTHING_ELIMINATED] : eliminations.length === 0 ? ["No eliminations."] : []),
    ...(eliminations.length === 0 ? [] : ["Eliminations:"]),
    ...eliminations.map(({ name, outcome, reason, a, b, difference }) =>
      [
        `${name}: ${outcome === "difference" ? "difference" : codeLabel(outcome).toLowerCase()}`,
        ...(difference === null ? [] : [`${nameOf(a.nodeId)} ${a.balance}, ${nameOf(b.nodeId)} ${b.balance}, remaining ${difference}`]),
        ...(reason === null ? [] : [reason]),
      ].join(". "),
    ),
    ...notes,
  ];
}

/** Each rate that was used, once. */
function rateLines({ rows }: GroupReport): string[] {
  const used = rows.flatMap(({ parts }) => parts.flatMap(({ rate }) => (rate === null ? [] : [rate])));
  return [
    ...new Set(
      used.map(
        ({ from, to, kind, day, rate, source }) =>
          `${from} to ${to}, ${kind} rate ${kind === "average" ? "through" : "on"} ${dayName(day)}: ${rate} (${source})`,
      ),
    ),
  ].sort();
}
