import { OUTSIDE } from "#server/platform/db/migrate.ts";

/** A statement in a migration, and why the previous release may not work beside it. */
export type Problem = { statement: string; why: string };

/**
 * What in a migration could break or block the previous release, which still works on the same tables. A statement passes if it
 * only adds, or if a comment right before it says why it is all right:
 *
 *     -- contract: unused since 0.2.0      nothing has used what it removes since that release
 *     -- compatible: …                     why neither the older code nor a large table minds
 */
export function problemsOf(sql: string, releases: readonly string[]): Problem[] {
	const statements = splitStatements(sql);
	const isOutside = sql.startsWith(OUTSIDE);
	const created = new Set(
		statements.flatMap(({ text }) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(text)?.[1] ?? []),
	);
	const problems = statements.flatMap(({ text, comment }) => {
		const why = isExcused(comment, releases) ? undefined : whyNot(text, created, isOutside);
		return why === undefined ? [] : [{ statement: text, why }];
	});
	if (isOutside && statements.length !== 1) {
		problems.push({ statement: OUTSIDE, why: "without a transaction around them, there must be one statement only" });
	}
	return problems;
}

function isExcused(comment: string, releases: readonly string[]): boolean {
	const since = /^contract: unused since (\S+)$/m.exec(comment)?.[1];
	return (since !== undefined && releases.includes(since)) || /^compatible: \S/m.test(comment);
}

/** The first rule that objects to a statement; undefined if it only adds. */
function whyNot(text: string, created: ReadonlySet<string>, isOutside: boolean): string | undefined {
	const table =
		/^(?:ALTER TABLE|INSERT INTO|COMMENT ON TABLE) (?:ONLY |IF EXISTS )*(\w+)|^CREATE .*? ON (?:ONLY )?(\w+)/i.exec(
			text,
		);
	const name = table?.[1] ?? table?.[2];
	if (/^(?:CREATE (?:TABLE|VIEW|FUNCTION|TYPE)|COMMENT ON)\b/i.test(text)) return undefined;
	if (name !== undefined && created.has(name)) return undefined;
	if (/^CREATE (UNIQUE )?INDEX\b/i.test(text)) return whyNotIndex(text, isOutside);
	if (/^ALTER TABLE\b/i.test(text)) {
		const actions = splitTopLevel(text.replace(/^ALTER TABLE (?:ONLY |IF EXISTS )*\w+ /i, ""));
		return actions.map(whyNotAction).find((why) => why !== undefined);
	}
	return RULES.find(([pattern]) => pattern.test(text))?.[1] ?? "it is not known to only add";
}

const whyNotIndex = (text: string, isOutside: boolean): string | undefined => {
	if (/^CREATE UNIQUE/i.test(text)) return "the previous release may write rows that are not unique";
	if (!/^CREATE INDEX CONCURRENTLY IF NOT EXISTS /i.test(text)) {
		return `building an index blocks every write to its table: CREATE INDEX CONCURRENTLY IF NOT EXISTS, in a file that starts with "${OUTSIDE}"`;
	}
	return isOutside
		? undefined
		: `an index cannot be built concurrently in a transaction: start the file with "${OUTSIDE}"`;
};

/** One part of ALTER TABLE. */
function whyNotAction(action: string): string | undefined {
	if (!/^ADD COLUMN\b/i.test(action)) {
		return ACTION_RULES.find(([pattern]) => pattern.test(action))?.[1] ?? "it is not known to only add";
	}
	const hasDefault = /\bDEFAULT\b/i.test(action);
	if (/\bGENERATED ALWAYS AS \(/i.test(action)) return "a stored generated column rewrites the whole table";
	if (/\bGENERATED\b/i.test(action) || /\b\w*serial\b/i.test(action)) return "numbering rows rewrites the whole table";
	if (/\bDEFAULT\s+(\(?\s*)?(gen_random_uuid|random|clock_timestamp|nextval|uuidv\d)\b/i.test(action)) {
		return "a default that differs from row to row rewrites the whole table";
	}
	if (/\bUNIQUE\b|\bPRIMARY KEY\b/i.test(action)) return "its index is built while nobody can use the table";
	if (/\bREFERENCES\b/i.test(action) && hasDefault) return "every row is checked while nobody can use the table";
	if (/\bNOT NULL\b/i.test(action) && !hasDefault) return "the previous release inserts rows without this column";
	return undefined;
}

const ACTION_RULES: readonly [RegExp, string][] = [
	[/^RENAME\b/i, "the previous release uses the old name: add the new one beside it"],
	[/^DROP (COLUMN\b|(?!CONSTRAINT)\w+$)/i, "the previous release may still use it"],
	[
		/^ALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i,
		"the whole table is rewritten, and the previous release expects the old type",
	],
	[/^ALTER (COLUMN )?\w+ SET NOT NULL/i, "the previous release may write NULL"],
	[/^ALTER (COLUMN )?\w+ DROP NOT NULL/i, "the previous release may not expect NULL when it reads"],
	[/^ALTER (COLUMN )?\w+ DROP DEFAULT/i, "the previous release may rely on the default"],
	[/^ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i, "the previous release may write rows that it refuses"],
];

const RULES: readonly [RegExp, string][] = [
	[/^DROP\b/i, "the previous release may still use it"],
	[
		/^(UPDATE|DELETE)\b/i,
		"rows stay locked until the migration ends; the server can do it in small steps once it runs",
	],
	[/^TRUNCATE\b/i, "the previous release may still use the rows"],
	[/^ALTER \w+ \w+.* RENAME\b/i, "the previous release uses the old name"],
	[/^CREATE OR REPLACE\b/i, "the previous release works with the new body from then on"],
	[/^CREATE (CONSTRAINT )?TRIGGER\b/i, "it also runs for what the previous release writes"],
	[/^CREATE POLICY\b/i, "it also binds the previous release"],
	[/^REVOKE\b/i, "the previous release may need the right"],
	[/^DO\b/i, "what it does cannot be seen here"],
];

type Statement = { text: string; comment: string };

/** Splits SQL at semicolons, outside of quotes and comments. Strings and function bodies are emptied, spaces are single. */
function splitStatements(sql: string): Statement[] {
	const statements: Statement[] = [];
	let text = "";
	let comments: string[] = [];
	for (const [token] of sql.matchAll(/--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'|;|[^-/$';]+|./gs)) {
		if (token.startsWith("--")) comments.push(token.slice(2).trim());
		else if (token.startsWith("/*")) text += " ";
		else if (/^\$\w*\$./s.test(token)) text += "''";
		else if (token.startsWith("'")) text += "''";
		else if (token !== ";") text += token;
		else {
			statements.push({ text: text.replaceAll(/\s+/g, " ").trim(), comment: comments.join("\n") });
			text = "";
			comments = [];
		}
	}
	if (text.trim() !== "") throw new Error(`No semicolon at the end: ${text.trim()}`);
	return statements;
}

/** Splits at commas that are not within parentheses. */
function splitTopLevel(text: string): string[] {
	let depth = 0;
	const parts = [""];
	for (const character of text) {
		if (character === "(") depth++;
		if (character === ")") depth--;
		if (character === "," && depth === 0) parts.push("");
		else parts[parts.length - 1] += character;
	}
	return parts.map((part) => part.trim());
}
