import type { WorkerPool } from "#main/workers/pool.ts";
import { ENGLISH_SETTING, type EnglishView, savedEnglish } from "#shared/contract/app/english.ts";
import { languageOfLocale } from "#shared/language/english.ts";
import { writeIn } from "#shared/language/t.ts";

/** The English that this core writes: the firm's choice, or else the computer's own. */
export class FirmEnglish {
  readonly #pool: WorkerPool;
  readonly #locale: string;

  constructor(pool: WorkerPool, locale: string) {
    this.#pool = pool;
    this.#locale = locale;
  }

  /** Reads the choice, which a colleague may have changed meanwhile, and writes in it from now on, on every thread. */
  async read(): Promise<EnglishView> {
    const chosen = savedEnglish(await this.#pool.must("firm.setting", { key: ENGLISH_SETTING }));
    const used = chosen.language ?? languageOfLocale(this.#locale);
    const english = { language: used, terms: chosen.terms };
    writeIn(english);
    this.#pool.writeIn(english);
    return { ...chosen, used };
  }
}
