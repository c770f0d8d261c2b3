import type { RunResult, TestSpec } from "#contract/controls/tests.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { FindingHistory } from "./outcomes.ts";

/** What is known about a test itself. */
export type Tested = {
	testId: string;
	title: string;
	spec: TestSpec;
	everyDays: number;
	active: boolean;
	createdAt: Date;
	/** When its spec, its cadence or its active state last changed; null if never. */
	changedAt: Date | null;
};

/** A test with its runs in a window. */
export type TestFacts = Tested & {
	/** Days (UTC) on which it ran, with the result. */
	runs: readonly { day: string; result: RunResult; count: number }[];
	/** Hosts with a run that has a result, each with how many of the periods that were due have one. */
	looked: ReadonlyMap<string, number>;
};

export type ControlFacts<Test = TestFacts> = {
	controlId: string;
	code: string;
	title: string;
	/** In the framework, in the order of its pack. */
	requirements: readonly string[];
	/** The day (UTC) on which it was retired; null if it is not. */
	retiredOn: string | null;
	/** Hosts that do not count for it now. */
	leftOut: readonly string[];
	tests: readonly Test[];
};

/** What is known of a window without its runs: enough to judge its findings. */
export type WindowFacts<Test = Tested> = Window & {
	framework: FrameworkId;
	/** Today (UTC): the future is not due yet. */
	today: string;
	firstScanAt: string | null;
	/** The workspace’s, as it is now. */
	timeToFix: TimeToFix;
	/** By code; without those that were retired before the window. */
	controls: readonly ControlFacts<Test>[];
};

export type EffectivenessFacts = WindowFacts<TestFacts> & {
	/** Those of the client, now. */
	hosts: readonly string[];
};

/** The last day in a window on which a test was due, if ever: not after its control is retired, nor after today. */
export const lastDue = ({ to, today }: Pick<EffectivenessFacts, "to" | "today">, retiredOn: string | null): string =>
	[to, today, retiredOn ?? to].toSorted()[0] ?? to;

/** The day (UTC) on which a test was added. */
export const addedOn = ({ createdAt }: Pick<Tested, "createdAt">): string => createdAt.toISOString().slice(0, 10);

/** Hosts that the test currently has to cover. */
export const hostsOf = (
	{ spec }: Pick<Tested, "spec">,
	{ leftOut }: Pick<ControlFacts, "leftOut">,
	{ hosts }: Pick<EffectivenessFacts, "hosts">,
): readonly string[] =>
	spec.kind !== "scan" ? [] : (spec.hosts.length > 0 ? spec.hosts : hosts).filter((host) => !leftOut.includes(host));

/** A finding with its history. */
export type FindingFacts = FindingHistory & {
	fingerprint: string;
	title: string;
	rule: string;
	/** The host whose scan saw it. */
	asset: string;
	host: string;
};
