import { overlaps } from "#main/domain/bank-statements/overlaps.ts";
import type {
  CarriedDecision,
  CarriedEvent,
  CarriedNote,
  CarriedStatement,
  CarriedTask,
  ClientReview,
} from "#shared/model/close/review-bundle.ts";

export type Carried = CarriedNote | CarriedTask | CarriedDecision | CarriedStatement;
type State = "new" | "changed" | "taken_back" | "conflict";

/** One thing that theirs says otherwise than ours. */
export interface ReviewStep {
  readonly key: string;
  readonly what: "note" | "task" | "decision" | "statement";
  readonly state: State;
  readonly ours: Carried | null;
  readonly theirs: Carried;
}

export interface ReviewComparison {
  readonly steps: readonly ReviewStep[];
  readonly same: number;
  /** Decisions that were undone before they were known here: kept for the history. */
  readonly history: readonly CarriedDecision[];
}

/**
 * What importing their review into ours would change. The newer state is the one that was made knowing the other, never
 * the one with the later clock. Two states made without knowing each other are a conflict.
 */
export function compareReviews(ours: ClientReview, theirs: ClientReview): ReviewComparison {
  const knowledge = { ours: stepsOf(ours.events), theirs: stepsOf(theirs.events) };
  const notes = compareItems("note", ours.notes, theirs.notes, knowledge);
  const tasks = compareItems("task", ours.tasks, theirs.tasks, knowledge);
  const decisions = compareDecisions(ours.decisions, theirs.decisions);
  const statements = compareStatements(ours.statements, theirs.statements);
  return {
    // Matches name lines of statements, which therefore come first.
    steps: [...statements.steps, ...notes.steps, ...tasks.steps, ...decisions.steps],
    same: statements.same + notes.same + tasks.same + decisions.same,
    history: decisions.history,
  };
}

/** What names a decision wherever it is carried to. */
export function decisionKey({ kind, subject, person, madeMs }: Pick<CarriedDecision, "kind" | "subject" | "person" | "madeMs">): string {
  return `decision/${kind}/${subject}/${person}/${madeMs}`;
}

/** What names an imported statement wherever it is carried to. */
export function statementKey({ accountId, sha256, part, person, madeMs }: CarriedStatement): string {
  return `statement/${accountId}/${sha256}/${part}/${person}/${madeMs}`;
}

export function eventKey({ itemId, what, before, after, person, atMs }: CarriedEvent): string {
  return JSON.stringify([itemId, what, before, after, person, atMs]);
}

interface Knowledge {
  readonly ours: ReadonlyMap<string, ReadonlySet<string>>;
  readonly theirs: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

function stepsOf(events: readonly CarriedEvent[]): ReadonlyMap<string, ReadonlySet<string>> {
  const steps = new Map<string, Set<string>>();
  for (const event of events) {
    const known = steps.get(event.itemId) ?? new Set();
    known.add(eventKey(event));
    steps.set(event.itemId, known);
  }
  return steps;
}

function compareItems<Item extends CarriedNote | CarriedTask>(
  what: "note" | "task",
  ours: readonly Item[],
  theirs: readonly Item[],
  knowledge: Knowledge,
): { readonly steps: ReviewStep[]; readonly same: number } {
  const here = new Map(ours.map((item) => [item.id, item]));
  const steps: ReviewStep[] = [];
  for (const item of theirs) {
    const own = here.get(item.id) ?? null;
    const state = itemState(own, item, knowledge.ours.get(item.id) ?? NOTHING, knowledge.theirs.get(item.id) ?? NOTHING);
    if (state !== null) steps.push({ key: `${what}/${item.id}`, what, state, ours: own, theirs: item });
  }
  return { steps, same: theirs.length - steps.length };
}

function itemState(
  own: CarriedNote | CarriedTask | null,
  item: CarriedNote | CarriedTask,
  known: ReadonlySet<string>,
  told: ReadonlySet<string>,
): State | null {
  if (own === null) return "new";
  if (JSON.stringify(own) === JSON.stringify(item) || isWithin(told, known)) return null;
  if (!isWithin(known, told)) return "conflict";
  return item.removedMs !== null && own.removedMs === null ? "taken_back" : "changed";
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const each of part) if (!whole.has(each)) return false;
  return true;
}

function compareDecisions(ours: readonly CarriedDecision[], theirs: readonly CarriedDecision[]) {
  const known = new Map(ours.map((decision) => [decisionKey(decision), decision]));
  const told = new Map(theirs.map((decision) => [decisionKey(decision), decision]));
  const standing = standingBySubject(ours);
  const steps: ReviewStep[] = [];
  let same = 0;
  const theirStanding = standingBySubject(theirs);
  for (const [subject, decision] of theirStanding) {
    const own = standing.get(subject) ?? null;
    const state = decisionState(own, decision, known, told);
    if (state === null) same++;
    else steps.push({ key: decisionKey(decision), what: "decision", state, ours: own, theirs: decision });
  }
  for (const [subject, own] of standing) {
    const copy = told.get(decisionKey(own));
    if (theirStanding.has(subject) || copy === undefined || copy.undoneMs === null) continue;
    steps.push({ key: decisionKey(own), what: "decision", state: "taken_back", ours: own, theirs: copy });
  }
  const history = theirs.filter((decision) => decision.undoneMs !== null && !known.has(decisionKey(decision)));
  return { steps, same, history };
}

function decisionState(
  own: CarriedDecision | null,
  theirs: CarriedDecision,
  known: ReadonlyMap<string, CarriedDecision>,
  told: ReadonlyMap<string, CarriedDecision>,
): State | null {
  // Known here and no longer active: it was undone or replaced here, which is later.
  if (known.has(decisionKey(theirs))) return null;
  if (own === null) return "new";
  if (own.body === theirs.body && own.person === theirs.person) return null;
  return told.has(decisionKey(own)) ? "changed" : "conflict";
}

/** The same file imported on both sides is one statement; other lines of days that we have are a conflict. */
function compareStatements(ours: readonly CarriedStatement[], theirs: readonly CarriedStatement[]) {
  const known = new Map(ours.map((one) => [statementKey(one), one]));
  const counting = ours.filter(({ undoneMs }) => undoneMs === null);
  const steps = theirs.flatMap((item): ReviewStep[] => {
    const own = known.get(statementKey(item));
    const step = { key: statementKey(item), what: "statement" as const, theirs: item };
    if (own !== undefined) return own.undoneMs === null && item.undoneMs !== null ? [{ ...step, state: "taken_back", ours: own }] : [];
    if (item.undoneMs !== null) return [];
    const ofAccount = counting.filter(({ accountId }) => accountId === item.accountId);
    if (ofAccount.some(({ sha256, part }) => sha256 === item.sha256 && part === item.part)) return [];
    const rival = ofAccount.find((one) => overlaps(one, item)) ?? null;
    return [{ ...step, state: rival === null ? "new" : "conflict", ours: rival }];
  });
  return { steps, same: theirs.length - steps.length };
}

function standingBySubject(decisions: readonly CarriedDecision[]): Map<string, CarriedDecision> {
  return new Map(
    decisions.filter(({ undoneMs }) => undoneMs === null).map((decision) => [`${decision.kind}/${decision.subject}`, decision]),
  );
}
