import { ask } from "../ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, textOption } from "../command.ts";

const TARGETS = ["line", "account", "party"] as const;

/** Dimensions that are kept here for reports; a ledger is never sent one. */
export const dimensionCommands: readonly Command[] = [
  {
    noun: "dimension",
    verb: "add",
    summary: "Add a dimension in Tieout, or change one with --dimension. Nothing is sent to the ledger",
    asks: ["dimensions.save"],
    options: { client: "text", name: "text", value: "list", dimension: "text" },
    required: ["client", "name"],
    help: {
      name: "Name of the dimension",
      value: "Name of a value; may be repeated. With --dimension, give every value to keep: values left out are removed",
      dimension: "ID of the dimension to change",
    },
    run: (run) => {
      const dimensionId = textOption(run.options, "dimension");
      const values = [...listOption(run.options, "value")];
      const input = { ...ofClient(run), name: textOption(run.options, "name") as string, values };
      return ask(run, "dimensions.save", { ...input, ...(dimensionId === undefined ? {} : { dimensionId }) }, ({ decisionNo, dimension }) =>
        run.output.result({ decisionNo, ...dimension }, [
          `${dimension.name} (${dimension.id}), decision ${decisionNo}: ${dimension.values.map(({ name }) => name).join(", ")}`,
        ]),
      );
    },
  },
  {
    noun: "dimension",
    verb: "assign",
    summary: "Assign a value of a Tieout dimension to one line, or to every line of an account or contact",
    asks: ["dimensions.assign"],
    options: { client: "text", dimension: "text", value: "text", line: "text", account: "text", party: "text" },
    required: ["client", "dimension", "value"],
    help: { account: "Account ID" },
    run: (run) => {
      const targets = targetsOf(run);
      const [target] = targets;
      if (target === undefined || targets.length > 1) return refuseTarget(run, "Add exactly one of --line, --account and --party.");
      const input = { ...ofClient(run), dimensionId: textOption(run.options, "dimension") as string, target };
      return ask(run, "dimensions.assign", { ...input, value: textOption(run.options, "value") as string }, (done) =>
        run.output.result(done, [`Assigned (decision ${done.decisionNo}).`]),
      );
    },
  },
  {
    noun: "dimension",
    verb: "remove",
    summary: "Remove a value from a line, account or contact. Without --line, --account or --party, remove the dimension itself",
    asks: ["dimensions.remove"],
    options: { client: "text", dimension: "text", line: "text", account: "text", party: "text" },
    required: ["client", "dimension"],
    help: { account: "Account ID" },
    run: (run) => {
      const targets = targetsOf(run);
      if (targets.length > 1) return refuseTarget(run, "Add at most one of --line, --account and --party.");
      const input = { ...ofClient(run), dimensionId: textOption(run.options, "dimension") as string };
      return ask(run, "dimensions.remove", { ...input, ...(targets[0] === undefined ? {} : { target: targets[0] }) }, (done) =>
        run.output.result(done, [`Removed. Decision ${done.decisionNo} was undone and stays in the history.`]),
      );
    },
  },
];

function ofClient({ options }: CommandRun): { readonly clientId: string } {
  return { clientId: textOption(options, "client") as string };
}

function targetsOf({ options }: CommandRun) {
  return TARGETS.flatMap((kind) => {
    const id = textOption(options, kind);
    return id === undefined ? [] : [{ kind, id }];
  });
}

async function refuseTarget({ output }: CommandRun, message: string): Promise<ExitStatus> {
  output.failure({ code: "invalid_input", message, field: "line" });
  return EXIT.usage;
}
