import type { Clock, Log, Notice as SpokenNotice } from "#main/ports/index.ts";
import { type Notice, notice as noticeShape } from "#shared/contract/app/notices.ts";

export interface NoticePorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Notifies a person; absent where nobody would see it. */
  readonly notify?: (notice: SpokenNotice) => void;
  readonly publish: (notice: Notice) => void;
  readonly load: () => Promise<unknown>;
  readonly save: (notices: readonly Notice[]) => Promise<void>;
}

/** Notices that arrive within this time are announced together. */
const GATHER_MS = 3_000;
const KEPT = 4_000;

/**
 * Keeps what needs a person. People are notified once of each problem, however often it is found, until it is
 * settled; problems that arrive together make one message. The list is stored, so a restart repeats nothing.
 */
export class NoticeBoard {
  readonly #ports: NoticePorts;
  #standing: Promise<Map<string, Notice>> | null = null;
  #unsaid: Notice[] = [];
  #saving: Promise<void> = Promise.resolve();
  #nextSave: Promise<void> | null = null;

  constructor(ports: NoticePorts) {
    this.#ports = ports;
  }

  /** Open notices, newest first. */
  async list(): Promise<readonly Notice[]> {
    return [...(await this.#load()).values()].filter(({ dismissedBy }) => dismissedBy === null).reverse();
  }

  /** A person marks notices as handled; a sign-in notice goes away only by signing in. @returns how many */
  async dismiss(keys: readonly string[], person: string): Promise<number> {
    const standing = await this.#load();
    const meant = keys
      .flatMap((key) => standing.get(key) ?? [])
      .filter(({ kind, dismissedBy }) => kind !== "needs_sign_in" && dismissedBy === null);
    for (const notice of meant) standing.set(notice.key, { ...notice, dismissedBy: person });
    if (meant.length > 0) await this.#save(standing);
    return meant.length;
  }

  /** Undoes a dismissal. @returns how many */
  async restore(keys: readonly string[]): Promise<number> {
    const standing = await this.#load();
    const meant = keys.flatMap((key) => standing.get(key) ?? []).filter(({ dismissedBy }) => dismissedBy !== null);
    for (const notice of meant) standing.set(notice.key, { ...notice, dismissedBy: null });
    if (meant.length > 0) await this.#save(standing);
    return meant.length;
  }

  async raise(draft: Omit<Notice, "at" | "dismissedBy">): Promise<void> {
    const standing = await this.#load();
    const known = standing.get(draft.key);
    if (known !== undefined) {
      // The same problem with new details, such as another count.
      if (known.title === draft.title && known.detail === draft.detail) return;
      standing.set(draft.key, { ...known, ...draft });
      return this.#save(standing);
    }
    const notice: Notice = { ...draft, at: this.#ports.clock.now(), dismissedBy: null };
    standing.set(draft.key, notice);
    await this.#save(standing);
    if (notice.quiet) return;
    this.#ports.publish(notice);
    this.#say(notice);
  }

  /** Settles notices whose key has this prefix and isn't among `still`; the next one like it is announced again. */
  async settle(prefix: string, still: ReadonlySet<string> = new Set()): Promise<void> {
    const standing = await this.#load();
    const over = [...standing.keys()].filter((key) => key.startsWith(prefix) && !still.has(key));
    if (over.length === 0) return;
    for (const key of over) standing.delete(key);
    this.#unsaid = this.#unsaid.filter(({ key }) => !over.includes(key));
    await this.#save(standing);
  }

  #load(): Promise<Map<string, Notice>> {
    this.#standing ??= this.#read().catch((error: unknown) => {
      // The file can't be read for a moment: who asks next, reads it again.
      this.#standing = null;
      throw error;
    });
    return this.#standing;
  }

  async #read(): Promise<Map<string, Notice>> {
    const read = noticeShape.array().safeParse(await this.#ports.load());
    return new Map((read.success ? read.data : []).map((notice) => [notice.key, notice]));
  }

  /** Resolves when the current list is stored. The list is stored whole, so changes during a save share the next one. */
  #save(standing: Map<string, Notice>): Promise<void> {
    this.#nextSave ??= this.#saving
      .catch(() => undefined)
      .then(() => {
        this.#nextSave = null;
        for (const key of [...standing.keys()].slice(0, Math.max(0, standing.size - KEPT))) standing.delete(key);
        this.#saving = this.#ports.save([...standing.values()]);
        return this.#saving;
      });
    return this.#nextSave;
  }

  #say(notice: Notice): void {
    const { clock, log, notify } = this.#ports;
    if (notify === undefined) return;
    this.#unsaid.push(notice);
    if (this.#unsaid.length > 1) return;
    clock.sleep(GATHER_MS).then(
      () => {
        const said = this.#unsaid;
        this.#unsaid = [];
        const spoken = together(said);
        if (spoken !== null) notify(spoken);
      },
      (error: unknown) => log.error("notice.defect", error),
    );
  }
}

/** One message for several notices; without amounts, because it may appear on a locked screen. */
function together(notices: readonly Notice[]): SpokenNotice | null {
  const [first] = notices;
  if (first === undefined) return null;
  if (notices.length === 1) return { title: first.title, body: first.body, address: first.address };
  const isOneClient = notices.every(({ clientId }) => clientId === first.clientId);
  const titles = [...new Set(notices.map(({ title }) => title))];
  const body = titles.length > 3 ? `${titles.slice(0, 3).join("; ")}; and ${titles.length - 3} more.` : `${titles.join("; ")}.`;
  return { title: `${notices.length} items need your attention`, body, address: isOneClient ? first.address : "/inbox" };
}
