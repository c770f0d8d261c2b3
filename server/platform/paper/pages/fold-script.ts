import { readFileSync } from "node:fs";
import { contentHash } from "../../ids/content-hash.ts";
import { trusted } from "../../texts/html.ts";

const source = readFileSync(new URL("./scripts/fold.js", import.meta.url), "utf8");

/** The only script a report runs. Without it the report is complete, just longer. */
export const foldScript = trusted(`<script>${source}</script>`);

export const FOLD_SCRIPT_HASH = contentHash(source);
