import type { Base } from "#server/platform/base.ts";
import { type ControlMoments, createControlStore } from "./store/control-store.ts";

/** Controls of clients, their tests and runs. */
export const wireControls = ({ deps: { now }, walled }: Base, moments: ControlMoments) =>
	createControlStore(walled, now, moments);
