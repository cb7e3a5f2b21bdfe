import { z } from "zod";
import { topic } from "../define.ts";

export const groupTopics = {
  /** An entity tree or an exchange rate of the firm was saved or undone. */
  "groups.changed": topic(z.object({})),
};
