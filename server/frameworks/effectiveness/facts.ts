import type { RunResult, TestSpec } from "#contract/controls/tests.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { FindingHistory } from "./outcomes.ts";

/** What is known about a test, with its runs in a window. */
export type TestFacts = {
	testId: string;
	title: string;
	spec: TestSpec;
	everyDays: number;
	active: boolean;
	createdAt: Date;
	/** Days (UTC) on which it ran, with what came of it. */
	runs: readonly { day: string; result: RunResult; count: number }[];
	/** Hosts with a run that has a result. */
	looked: readonly string[];
};

export type ControlFacts = {
	controlId: string;
	code: string;
	title: string;
	/** Of the framework, in the order of its pack. */
	requirements: readonly string[];
	tests: readonly TestFacts[];
};

export type EffectivenessFacts = Window & {
	framework: FrameworkId;
	/** Today (UTC): what lies ahead is not due yet. */
	today: string;
	firstScanAt: string | null;
	/** By code; without retired ones. */
	controls: readonly ControlFacts[];
	/** Those of the client, now. */
	hosts: readonly string[];
};

/** A finding with its history. */
export type FindingFacts = FindingHistory & {
	fingerprint: string;
	title: string;
	rule: string;
	/** The host whose scan saw it. */
	asset: string;
	host: string;
};
