import type { HealthCheck } from "#shared/contract/app/data-safety.ts";
import type { PlaceQuestion, ShellState, UpdateView } from "#shared/contract/app/shell.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import type { SqlRows } from "#shared/contract/reports/open-data.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import type { Random } from "#shared/kernel/random.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Time. Wall-clock time for records, monotonic time for waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  now(): Instant;
  /** Milliseconds on a clock that never jumps back. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One HTTP exchange as the transport hands it to a host. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /**
   * Called once when the request is being written to a connected socket, if the host can tell.
   * The limiter then knows that a slow answer was not slow to arrive.
   */
  readonly onSent?: () => void;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body in a separate buffer, so that it can be transferred to a worker. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bytes received on the wire. */
  readonly wireBytes: number;
}

/** Why no complete answer arrived. `sent` is false only when no byte of the request left. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly sent: boolean;
  constructor(message: string, sent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.sent = sent;
  }
}

/** Sends one request, follows no redirect, retries nothing. @throws HttpFailure */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Where tokens live: the operating system's keychain, or memory. Values are never logged. A null is
 * "no such entry" and nothing else. @throws SecretsUnavailable when the keychain can't be used now
 */
export interface SecretStore {
  readonly kind: "keychain" | "memory";
  get(name: string): Promise<string | null>;
  /** Resolves when the value was read back unchanged. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Why secrets can't be used now, or null; absent where they always can. */
  check?(): Promise<Failure | null>;
}

/** Locked, missing or broken: never "no such entry", and never a reason to delete. */
export class SecretsUnavailable extends Error {
  override readonly name = "SecretsUnavailable";
  readonly failure: Failure;
  /** One word for logs. */
  readonly reason: string;
  constructor(failure: Failure, reason: string) {
    super(failure.message);
    this.failure = failure;
    this.reason = reason;
  }
}

/** A structured log line; `fields` are built by the caller and never hold bodies or secrets. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}

/** The last message to a file-owning thread: close what is open, then end. */
export const CLOSE_FILES = "close-files";

/** A message channel to a thread that serves client files; `worker_threads` or an inline port. */
export interface ThreadPort {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called when the thread dies, with the reason. */
  onExit(listener: (error: Error | null) => void): void;
  close(): Promise<void>;
}

export type SpawnThread = (name: string) => ThreadPort;

/** Where the last redirect of a sign-in lands, open for one visit. */
export interface Landing {
  readonly redirectUri: string;
  /** Visits with another state neither count nor end the waiting: any page can send some. */
  expect?(state: string): void;
  /** Opens the address in the person's own browser, or shows it where there is none. */
  show(address: string): void;
  /** The address of the first visit, with what the ledger put into it. */
  readonly arrived: Promise<URL>;
  close(): Promise<void>;
}

/**
 * @param address the loopback address that was registered to the letter; left out: a free port and a path of 128 random bits
 */
export type OpenLanding = (address?: string) => Promise<Landing>;

/** Environment variables that connection files name. */
export type Environment = (variable: string) => string | undefined;

/**
 * What happens to the machine. `offline` is a hint and no verdict: what runs goes on, and nothing is
 * put off for longer than until a try says otherwise (a simulated ledger needs no network).
 */
export type MachineEvent = "suspend" | "resume" | "offline" | "online";

/** Sleep, wake and network of the machine, as the host hears of them. */
export interface Power {
  /** Hears every event until the returned function is called. */
  subscribe(listener: (event: MachineEvent) => void): () => void;
}

/** What needs a person, in words without amounts, secrets or raw errors: it may show on a locked screen. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Where a click leads: an address of the window, such as `/clients/ID/sync`. */
  readonly address: string;
}

/** The program around the core: windows, crash reports, updates. What a host can't do, it refuses in words. */
export interface Shell {
  state(): Promise<ShellState>;
  openWindow(address: string): Promise<Result<Record<never, never>, Failure>>;
  choosePlace(question: PlaceQuestion): Promise<Result<{ readonly path: string | null }, Failure>>;
  /** Opens a file of Tieout's own with the program of the system, or shows it in its folder. */
  openFile(path: string, how: "open" | "show"): Promise<Result<Record<never, never>, Failure>>;
  openCrashFolder(): Promise<Result<Record<never, never>, Failure>>;
  forgetCrashes(): Promise<Result<{ readonly forgotten: number }, Failure>>;
  restart(): Promise<Result<Record<never, never>, Failure>>;
  checkForUpdate(): Promise<Result<UpdateView, Failure>>;
  downloadUpdate(): Promise<Result<UpdateView, Failure>>;
  installUpdate(): Promise<Result<Record<never, never>, Failure>>;
  goBackTo(version: string): Promise<Result<Record<never, never>, Failure>>;
}

/** Files that only a passphrase opens. A wrong passphrase and a changed file are one failure, with the field `passphrase`. */
export interface SealedFiles {
  /** Makes a new file; one that is there is a failure with code `already_exists`. */
  write(path: string, text: string, passphrase: string): Promise<Result<{ readonly bytes: number; readonly sha256: string }, Failure>>;
  read(path: string, passphrase: string): Promise<Result<string, Failure>>;
}

/** The cells of a CSV file or of a workbook's first sheet, as text. @throws Error when the bytes are neither */
export type ReadTable = (bytes: Uint8Array) => Promise<readonly (readonly string[])[]>;

/** A sheet to write: its headings with their widths in characters, and rows of text. */
export interface TableToWrite {
  readonly title: string;
  readonly columns: readonly { readonly heading: string; readonly width: number }[];
  readonly rows: readonly (readonly string[])[];
}

/** A workbook of one sheet, as its bytes. */
export type WriteTable = (table: TableToWrite) => Promise<Uint8Array>;

/** A bank reconciliation to print, and who prints it when. */
export interface ReconciliationToPrint {
  readonly clientName: string;
  readonly person: string;
  readonly madeAt: Instant;
  readonly reconciliation: BankReconciliation;
}

/** Unanswered questions to a client, with what the page must say beside them. */
export interface QuestionsToPrint {
  readonly clientName: string;
  /** The firm that asks; null while its name isn't set. */
  readonly firmName: string | null;
  readonly person: string;
  readonly madeAt: Instant;
  readonly questions: readonly QuestionView[];
}

/** Pages with room for the answers, as the bytes of a PDF. */
export type PrintQuestions = (order: QuestionsToPrint) => Promise<Uint8Array>;
/** A PDF, as its bytes. */
export type PrintReconciliation = (order: ReconciliationToPrint) => Promise<Uint8Array>;

/** A question in SQL to the readable views of one client's file, and its bounds. */
export interface SqlQuestion {
  readonly path: string;
  readonly sql: string;
  readonly rowsMax: number;
  readonly secondsMax: number;
}

/** Answers a question in SQL where it can be ended at any moment; it changes nothing. Aborting the signal ends it. */
export type AskSql = (question: SqlQuestion, signal: AbortSignal | undefined) => Promise<Result<SqlRows, Failure>>;

/** Everything a host supplies to the core. */
export interface Ports {
  readonly clock: Clock;
  readonly http: Http;
  readonly random: Random;
  readonly uuid: () => string;
  /** The SHA-256 of a text, as 64 hexadecimal digits. */
  readonly sha256: (text: string) => string;
  readonly secrets: SecretStore;
  readonly spawnThread: SpawnThread;
  readonly env: Environment;
  readonly log: Log;
  /** Absent where no browser can come back to this process. */
  readonly landing?: OpenLanding;
  /** Absent where nobody tells: then the machine never sleeps. */
  readonly power?: Power;
  /** Tells a person what only a person can settle; absent where nobody looks. Never for what merely went well. */
  readonly notify?: (notice: Notice) => void;
  /** Absent where people carry nothing to other machines. */
  readonly sealedFiles?: SealedFiles;
  /** Absent where nobody brings tables. */
  readonly readTable?: ReadTable;
  /** Absent where nobody takes tables along. */
  readonly writeTable?: WriteTable;
  /** Absent where nothing is printed. */
  readonly printReconciliation?: PrintReconciliation;
  /** Absent where no process can be started for it. */
  readonly askSql?: AskSql;
  readonly printQuestions?: PrintQuestions;
  /** Absent where nobody looks: the command line. */
  readonly shell?: Shell;
  /** What the host can see of the computer with the data, for the doctor. */
  readonly examine?: () => Promise<readonly HealthCheck[]>;
  /** Who works here, and on which machine, as noted beside every decision and write: `name@machine`. */
  readonly person: string;
  /** The computer's own locale, such as `en-NZ`; left out, it is American. */
  readonly locale?: string;
}
