import type { ControlKind } from "#contract/controls/catalog.ts";
import type { ControlState } from "#contract/controls/controls.ts";
import type { Effectiveness, PopulationRow, Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { ClientId } from "#contract/ids.ts";
import type { TaskState } from "#contract/tasks/tasks.ts";

/** A control that serves the framework, and was not retired before the window. */
export type OscalControl = {
	id: string;
	code: string;
	title: string;
	objective: string;
	kind: ControlKind;
	state: ControlState;
	/** The day (UTC) on which it was retired; null if it is not. */
	retiredOn: string | null;
	/** In the framework. */
	requirements: readonly string[];
};

/** An unfinished task about one of the controls. */
export type OscalTask = {
	id: string;
	title: string;
	note: string;
	due: string | null;
	state: TaskState;
	createdAt: string;
	/** Codes of its controls. */
	controls: readonly string[];
};

/** What OSCAL documents are made from. The same data gives the same bytes. */
export type OscalData = {
	window: Window;
	clientId: ClientId;
	/** Whom it is about. Untrusted text, like most here. */
	subject: string;
	framework: FrameworkDetail;
	effectiveness: Effectiveness;
	/** When any of it last changed: a run, an entry, a control, a test, a task, a finding, or the official words. ISO 8601. */
	changedAt: string;
	/** By fingerprint. */
	findings: readonly PopulationRow[];
	/** By code. */
	controls: readonly OscalControl[];
	/** By id. */
	tasks: readonly OscalTask[];
};
