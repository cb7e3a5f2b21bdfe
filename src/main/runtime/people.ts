import type { Clock } from "#main/ports/index.ts";
import { isPin, pinVerifier } from "#main/signatures/pin.ts";
import type { Person, PersonChange } from "#main/store/clients/people.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { type PersonView, PIN_RULE } from "#shared/contract/clients/people.ts";
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
  /** Who entered their PIN since the start, and has been the current user since. */
  #entered: string | null = null;

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
    if (this.#entered !== this.#current.name) this.#entered = null;
    return this.#after(used);
  }

  /** As `use`, for somebody at this computer: another person's PIN is asked for, where they have one. */
  async switchTo(name: string, pin: string | undefined): Promise<Result<PersonView, Failure>> {
    if (name.toLowerCase() === this.#current.name.toLowerCase()) return this.use(name);
    const proved = await this.#proved(name, pin);
    if (!proved.ok) return proved;
    const used = await this.use(name);
    // The user may have been switched again by now.
    if (used.ok && proved.value && used.value.name === this.name) this.#entered = this.name;
    return used;
  }

  /** Whether the current user entered their PIN since Tieout started and they became the current user. */
  get pinEntered(): boolean {
    return this.#acting() === null && this.#entered === this.#current.name;
  }

  /** Takes the current user's PIN for what needs it, until Tieout closes or the user is switched. */
  async enterPin(pin: string): Promise<Result<PersonView, Failure>> {
    const { name } = this;
    const proved = await this.#proved(name, pin);
    if (!proved.ok) return proved;
    if (!proved.value) return fail(noPin(name));
    if (name === this.name) this.#entered = name;
    const person = (await this.list()).find((one) => one.name === name);
    return person === undefined ? fail(noPin(name)) : ok(person);
  }

  /** Why the current user can't do what only the owner of the name may do; null once they have entered their PIN. */
  async pinRefusal(): Promise<Failure | null> {
    if (this.#acting() !== null) return null;
    // Asked of the file: another process may have reset it.
    const hasPin = (await this.list()).some((person) => person.current && person.hasPin);
    if (!hasPin) return noPin(this.name);
    return this.pinEntered ? null : pinWanted(this.name);
  }

  /** The same for a sign-off, which takes a PIN where the firm requires it. */
  async signingRefusal(): Promise<Failure | null> {
    return (await this.#pool.must("firm.setting", { key: PIN_RULE })) === true ? this.pinRefusal() : null;
  }

  /** Sets the current user's PIN, or changes it, which takes the present one. */
  async setPin(pin: string, present: string | undefined): Promise<Result<PersonView, Failure>> {
    const { name, noted } = this;
    const proved = await this.#proved(name, present);
    if (!proved.ok) return proved;
    const kept = await this.#keepPin(name, await pinVerifier(pin), noted);
    if (kept.ok && name === this.name) this.#entered = name;
    return kept;
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

  /** @returns whether the person has a PIN, which then is the one given */
  async #proved(name: string, pin: string | undefined): Promise<Result<boolean, Failure>> {
    const asked = await this.#pool.must("firm.tryPin", { name, given: pin !== undefined, nowMs: this.#clock.nowMs() });
    if (!asked.ok) return asked;
    if (asked.value === null) return ok(false);
    const { verifier, isLast } = asked.value;
    if (pin === undefined || !(await isPin(verifier, pin))) return fail(wrongPin(isLast));
    await this.#pool.must("firm.notePinRight", { name });
    return ok(true);
  }

  /** @param by who asked for it: the current user may be another one by now. */
  async #keepPin(name: string, verifier: string | null, by: string): Promise<Result<PersonView, Failure>> {
    const asked = { name, verifier, person: by, nowMs: this.#clock.nowMs() };
    const kept = await this.#pool.must("firm.keepPin", asked);
    // One that is removed proves nothing any more.
    if (kept.ok && verifier === null && kept.value.name === this.#entered) this.#entered = null;
    return this.#after(kept);
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

function noPin(name: string): Failure {
  return {
    code: "not_allowed",
    message: `${name} needs a PIN to do this.`,
    next: "Set one under Settings › People, or with tieout person set-pin.",
  };
}

function pinWanted(name: string): Failure {
  return { code: "not_allowed", message: `This needs ${name}'s PIN.`, field: "pin", next: "Try again and enter the PIN." };
}
