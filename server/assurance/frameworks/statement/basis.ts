import { createHash } from "node:crypto";
import {
	countedControls,
	type DecisionState,
	type Reason,
	type RequirementDetail,
} from "#contract/frameworks/frameworks.ts";
import { isInStatement, reasonsOf } from "#contract/frameworks/statement.ts";

/** What a person approves of a requirement. How it stands changes daily, and is no part of it. */
export type StatementLine = {
	state: DecisionState;
	reasons: Reason[];
	justification: string;
	/** Codes of its controls that are not retired. */
	controls: string[];
};

/** By id of a requirement. */
export type StatementBasis = Record<string, StatementLine>;

export const basisOf = (all: readonly RequirementDetail[]): StatementBasis =>
	Object.fromEntries(
		all.filter(isInStatement).map((one) => [
			one.id,
			{
				state: one.decision?.state ?? "undecided",
				reasons: reasonsOf(one),
				justification: one.decision?.justification ?? "",
				controls: countedControls(one.controls).map(({ code }) => code),
			},
		]),
	);

/** In one order, because the database keeps keys in its own. */
const textOf = (line: StatementLine | undefined): string =>
	line === undefined ? "" : JSON.stringify([line.state, line.reasons, line.justification, line.controls]);

/** SHA-256 in hex. */
export const hashOf = (basis: StatementBasis): string =>
	createHash("sha256")
		.update(
			JSON.stringify(
				Object.keys(basis)
					.toSorted()
					.map((id) => [id, textOf(basis[id])]),
			),
		)
		.digest("hex");

/** Requirements whose line is another one now, in the order of `now`. Those that a later pack no longer has do not count. */
export const changedSince = (approved: StatementBasis, now: StatementBasis): string[] =>
	Object.keys(now).filter((id) => textOf(now[id]) !== textOf(approved[id]));
