#!/usr/bin/env node
/** Collects the texts of the window into the English catalogue, and names words that stand outside of it. Exit 1 when there are any. */
import { writeFileSync } from "node:fs";
import { CATALOGUE, catalogueOf, readTexts } from "./lib/texts.mjs";

const { texts, breaches } = readTexts();
writeFileSync(CATALOGUE, catalogueOf(texts));
process.stdout.write(`${texts.length} texts in ${CATALOGUE}\n${breaches.map((breach) => `${breach}\n`).join("")}`);
process.exitCode = breaches.length === 0 ? 0 : 1;
