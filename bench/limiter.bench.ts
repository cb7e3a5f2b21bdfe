import { seededRandom } from "#shared/kernel/random.ts";
import { backfill, createLab, type Lab, limitsOf, measured, type Network, percentile } from "#test/support/limiter-lab.ts";
import { createStrictJudge, type StrictJudge } from "#test/support/strict-judge.ts";
import { createVirtualTime, type VirtualTime } from "#test/support/virtual-time.ts";

/** One figure: ours, the baseline's in the same run, and what was promised. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  /** value ÷ baseline. */
  readonly ratio: number;
  readonly goal: string;
}

const CALLS = 5_000;
const MINUTE = 60_000;
/** 5,000 calls at 60 a minute, unpaced, without latency of the network. */
const IDEAL_MS = 83.07 * MINUTE;
const LIMIT = 60;
const SEED = 2_027;

interface Run {
  readonly elapsedMs: number;
  readonly refused: number;
}

/** Virtual time: a strict rolling window of 60 per 60 s, 5 at once, 0.2 to 1.5 s of work, 15 to 120 ms each way. */
export async function runLimiterBench(): Promise<readonly BenchRow[]> {
  const ours = await runOurs();
  const bucket = await runNaive(tokenBucket);
  const obeying = await runNaive(() => async () => undefined);
  const pacedWaits = await writeWaits(true);
  const burstWaits = await writeWaits(false);
  const ledgerB = await runLedgerB();
  const percent = ({ elapsedMs }: Run) => (100 * IDEAL_MS) / elapsedMs;
  return [
    row("A: 5,000 pages, share of the ideal rate, against a token bucket", percent(ours), "%", percent(bucket), "≥ 99.2"),
    row("A: the same, against obeying Retry-After only", percent(ours), "%", percent(obeying), "≥ 99.2"),
    row("A: answers 429 in 5,000 pages, against a token bucket", ours.refused, "answers", bucket.refused, "0"),
    row("A: the same, against obeying Retry-After only", ours.refused, "answers", obeying.refused, "0"),
    row("B: share of 500 a minute over ten minutes", ledgerB.percent, "%", 100, "≥ 99.5"),
    row("B: answers 429 in ten minutes", ledgerB.refused, "answers", 0, "0"),
    ...(["p50", "p95", "max"] as const).map((figure) =>
      row(
        `A: wait of a write during a backfill, ${figure}, against bursting`,
        pacedWaits[figure],
        "ms",
        burstWaits[figure],
        WAIT_GOALS[figure],
      ),
    ),
    ...(await ledgerBWaits()),
  ];
}

/** Short answers use a window up within seconds, so that a burst would keep people waiting longest. */
const quick: Network = (random) => ({ there: 15 + random() * 30, work: 40 + random() * 80, back: 15 + random() * 30 });

async function ledgerBWaits(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [latency, network] of [["0.2 to 1.7 s", measured] as const, ["0.1 to 0.2 s", quick] as const]) {
    const lab = () => createLab({ limits: limitsOf("ledger_b"), network, seed: SEED, reportsSent: true });
    const spread = await writeWaits(true, lab, 12);
    const burst = await writeWaits(false, lab, 12);
    for (const figure of ["p95", "max"] as const) {
      const name = `B: wait of a write during a backfill, answers in ${latency}, ${figure}, against bursting`;
      rows.push(row(name, spread[figure], "ms", burst[figure], WAIT_GOALS[figure]));
    }
    const name = `B: share of 500 a minute meanwhile, answers in ${latency}`;
    rows.push(row(name, spread.percent, "%", burst.percent, "≥ 99.5"));
  }
  return rows;
}

const WAIT_GOALS = { p50: "–", p95: "≤ 1,100", max: "≤ 2,000" } as const;

function row(name: string, value: number, unit: string, baseline: number, goal: string): BenchRow {
  return { name, value, unit, baseline, ratio: value === baseline ? 1 : value / baseline, goal };
}

function labA(): Lab {
  return createLab({ limits: limitsOf("ledger_a", { requestsPerDay: null }), network: measured, seed: SEED, reportsSent: true });
}

async function runOurs(): Promise<Run> {
  const lab = labA();
  await lab.time.run(backfill(lab, { calls: CALLS }));
  return { elapsedMs: lab.time.monotonicMs(), refused: lab.judge.refused };
}

async function runLedgerB(): Promise<{ readonly percent: number; readonly refused: number }> {
  const lab = createLab({ limits: limitsOf("ledger_b"), network: measured, seed: SEED, reportsSent: true });
  const end = 10 * MINUTE;
  await lab.time.run(backfill(lab, { untilMs: end }, 12));
  return { percent: (100 * lab.judge.arrivals.filter((at) => at < end).length) / 5_000, refused: lab.judge.refused };
}

/** Full at 60, one more each second: what a limiter is usually taken to be. */
function tokenBucket(time: VirtualTime): () => Promise<void> {
  let tokens = LIMIT;
  let filledAt = 0;
  return async () => {
    for (;;) {
      tokens = Math.min(LIMIT, tokens + (time.monotonicMs() - filledAt) / 1_000);
      filledAt = time.monotonicMs();
      if (tokens >= 1) break;
      await time.sleep((1 - tokens) * 1_000 + 1);
    }
    tokens--;
  };
}

/** Five workers that send when `leave` lets them, and again after Retry-After. */
async function runNaive(limiterOf: (time: VirtualTime) => () => Promise<void>): Promise<Run> {
  const time = createVirtualTime();
  const judge = createStrictJudge(LIMIT, MINUTE);
  const random = seededRandom(SEED);
  const leave = limiterOf(time);
  let begun = 0;
  const call = async () => {
    for (;;) {
      await leave();
      const { there, work, back } = measured(random);
      await time.sleep(there);
      const isAccepted = judge.arrive(time.monotonicMs());
      if (isAccepted) await time.sleep(work);
      judge.leave();
      await time.sleep(back);
      if (isAccepted) return;
      await time.sleep(retryAfterMs(judge, time.monotonicMs()));
    }
  };
  const worker = async () => {
    while (begun++ < CALLS) await call();
  };
  await time.run(Promise.all([worker(), worker(), worker(), worker(), worker()]));
  return { elapsedMs: time.monotonicMs(), refused: judge.refused };
}

/** Whole seconds, at least one: what the header says. */
function retryAfterMs(judge: StrictJudge, now: number): number {
  return Math.max(1, Math.ceil((judge.roomAt(now) - now) / 1_000)) * 1_000;
}

interface Waits {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Of the calls that the window allows, people's included. */
  readonly percent: number;
}

/** @param isPaced false: the backfill goes as a person's calls do, so that it bursts as a plain queue would */
async function writeWaits(isPaced: boolean, labOf: () => Lab = labA, workers = 5): Promise<Waits> {
  const lab = labOf();
  const end = 90 * MINUTE;
  const waits: number[] = [];
  const job = async () => {
    while (lab.time.monotonicMs() < end) await lab.call(isPaced ? { lane: "background" } : { lane: "person" });
  };
  const writes = async () => {
    for (let write = 0; lab.time.monotonicMs() < end - MINUTE; write++) {
      await lab.time.sleep(10_000 + ((write * 6_180) % 10_000));
      const asked = lab.time.monotonicMs();
      const acquired = await lab.limiters.limiterFor("ledger_a", "tenant").acquire({ lane: "write" });
      waits.push(lab.time.monotonicMs() - asked);
      if (acquired.kind === "granted") await lab.exchange(acquired.permit);
    }
  };
  await lab.time.run(Promise.all([...Array.from({ length: workers }, job), writes()]));
  const { perWindow, windowMs } = lab.limiters.limiterFor("ledger_a", "tenant").pace();
  const allowed = ((perWindow ?? Number.NaN) * end) / windowMs;
  const percent = (100 * lab.judge.arrivals.filter((at) => at < end).length) / allowed;
  return { percent, p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), max: Math.max(...waits) };
}
