import type { ClassId } from "#contract/controls/classes.ts";
import { ruleOf } from "#contract/controls/without-control.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { CLASSES, type FindingClass } from "./class-table.ts";

const BY_ID: ReadonlyMap<string, FindingClass> = new Map(CLASSES.map((one) => [one.id, one]));
const BY_RULE: ReadonlyMap<string, ClassId> = new Map(
	CLASSES.flatMap(({ id, rules }) => rules.map((rule) => [rule, id] as const)),
);

/** Undefined for a class that we no longer have. */
export const classOf = (id: string): FindingClass | undefined => BY_ID.get(id);

/** The label of a class for people. */
export const labelOfClass = (id: string): string => BY_ID.get(id)?.what ?? id;

/** The class that a rule's findings belong to. A rule belongs to at most one. */
export const classOfRule = (rule: string): ClassId | undefined => BY_RULE.get(ruleOf({ rule }));

/** Whether scans of a kind can see findings of a class. */
export const canSee = (kind: ScanKind, { sights }: FindingClass): boolean => sights.some(([wanted]) => wanted === kind);

/** The classes whose findings scans of a kind can see. */
export const classesSeenBy = (kind: ScanKind): ClassId[] =>
	CLASSES.filter((one) => canSee(kind, one)).map(({ id }) => id);

/** For `jsonb_to_recordset(…) AS class_of (rule text, class text)`. */
export const CLASS_OF_RULE = JSON.stringify([...BY_RULE].map(([rule, id]) => ({ rule, class: id })));

/** A rule in SQL as the table of classes names it; the same as `ruleOf`. */
export const ruleColumn = (column: string): string =>
	`CASE WHEN ${column} LIKE 'zap-%' THEN regexp_replace(${column}, '^(zap-\\d+)-\\d+$', '\\1') ELSE ${column} END`;

/**
 * Whether a rule is one of these, which are named as the table of classes names them. The plain comparison comes first: it is quick, and
 * PostgreSQL knows how many rows it finds.
 */
export const isRuleOf = (column: string, rules: string): string =>
	`(${column} = ANY (${rules}) OR ${column} LIKE 'zap-%' AND ${ruleColumn(column)} = ANY (${rules}))`;
