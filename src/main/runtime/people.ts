import type { Clock } from "#main/ports/index.ts";
import { isPin, pinVerifier } from "#main/signatures/pin.ts";
import type { Person, PersonChange } from "#main/store/clients/people.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The people of the firm, and who works here now. Held in memory: every act asks. */
export class People {
  readonly #pool: WorkerPool;
  readonly #clock: Clock;
  readonly #machine: string;
  readonly #acting: () => string | null;
  #current: Person;

  private constructor(pool: WorkerPool, clock: Clock, machine: string, current: Person, acting: () => string | null) {
    this.#pool = pool;
    this.#clock = clock;
    this.#machine = machine;
    this.#current = current;
    this.#acting = acting;
  }

  /**
   * @param user who uses the machine, `name@machine`
   * @param acting whose act it is, where it isn't the user's: the demo firm's people work in the background
   */
  static async open(pool: WorkerPool, clock: Clock, user: string, acting: () => string | null = () => null): Promise<People> {
    const at = user.lastIndexOf("@");
    const name = at < 0 ? user : user.slice(0, at);
    const current = await pool.must("firm.currentPerson", { name, nowMs: clock.nowMs() });
    return new People(pool, clock, at < 0 ? "" : user.slice(at), current, acting);
  }

  /** As noted beside every act: `name@machine`. */
  get noted(): string {
    return `${this.#acting() ?? this.#current.name}${this.#machine}`;
  }

  /** This machine, as noted behind a name; empty where the host has none. */
  get machine(): string {
    return this.#machine.slice(1);
  }

  get name(): string {
    return this.#current.name;
  }

  get role(): PersonRole {
    return this.#current.role;
  }

  async list(): Promise<PersonView[]> {
    return (await this.#pool.must("firm.people", {})).map((person) => this.#view(person));
  }

  async add(person: { readonly name: string; readonly role: PersonRole }): Promise<Result<PersonView, Failure>> {
    return this.#after(await this.#pool.must("firm.addPerson", { ...person, by: this.noted, nowMs: this.#clock.nowMs() }));
  }

  async change(change: PersonChange): Promise<Result<PersonView, Failure>> {
    const changed = await this.#pool.must("firm.changePerson", change);
    if (changed.ok && changed.value.name === this.#current.name) this.#current = changed.value;
    return this.#after(changed);
  }

  async use(name: string): Promise<Result<PersonView, Failure>> {
    const used = await this.#pool.must("firm.usePerson", { name });
    if (used.ok) this.#current = used.value;
    return this.#after(used);
  }

  /** As `use`, for somebody at this computer: another person's PIN is asked for, where they have one. */
  async switchTo(name: string, pin: string | undefined): Promise<Result<PersonView, Failure>> {
    if (name.toLowerCase() === this.#current.name.toLowerCase()) return this.use(name);
    const proved = await this.#proved(name, pin);
    return proved.ok ? this.use(name) : proved;
  }

  /** Sets the current user's PIN, or changes it, which takes the present one. */
  async setPin(pin: string, present: string | undefined): Promise<Result<PersonView, Failure>> {
    const { name, noted } = this;
    const proved = await this.#proved(name, present);
    return proved.ok ? this.#keepPin(name, await pinVerifier(pin), noted) : proved;
  }

  /** Removes the current user's PIN. */
  async removePin(pin: string): Promise<Result<PersonView, Failure>> {
    const { name, noted } = this;
    const proved = await this.#proved(name, pin);
    return proved.ok ? this.#keepPin(name, null, noted) : proved;
  }

  /** Removes a PIN without asking for it. */
  resetPin(name: string): Promise<Result<PersonView, Failure>> {
    return this.#keepPin(name, null, this.noted);
  }

  async #proved(name: string, pin: string | undefined): Promise<Result<null, Failure>> {
    const asked = await this.#pool.must("firm.tryPin", { name, given: pin !== undefined, nowMs: this.#clock.nowMs() });
    if (!asked.ok) return asked;
    if (asked.value === null) return ok(null);
    const { verifier, isLast } = asked.value;
    if (pin === undefined || !(await isPin(verifier, pin))) return fail(wrongPin(isLast));
    return ok(await this.#pool.must("firm.notePinRight", { name }));
  }

  /** @param by who asked for it: the current user may be another one by now. */
  async #keepPin(name: string, verifier: string | null, by: string): Promise<Result<PersonView, Failure>> {
    const kept = { name, verifier, person: by, nowMs: this.#clock.nowMs() };
    return this.#after(await this.#pool.must("firm.keepPin", kept));
  }

  #after(done: Result<Person, Failure>): Result<PersonView, Failure> {
    return done.ok ? ok(this.#view(done.value)) : done;
  }

  #view(person: Person): PersonView {
    return { ...person, current: person.name === this.#current.name };
  }
}

function wrongPin(isLast: boolean): Failure {
  const wrong = { code: "invalid_input", message: "That PIN isn't right.", field: "pin" } as const;
  return { ...wrong, next: isLast ? "Wait 1 minute, then try again." : "Try again." };
}
