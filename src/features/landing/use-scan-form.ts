import { useEffect, useState, useSyncExternalStore } from "react";
import { createScanForm } from "./scan-form-controller.ts";
import { browserFormWorld } from "./scan-form-world.ts";

/** The free-scan form of this page: what it shows now, and how to tell it what happened. */
export function useScanForm() {
	const [form] = useState(() => createScanForm(browserFormWorld));
	const state = useSyncExternalStore(form.subscribe, form.state, form.state);
	useEffect(() => form.leave, [form]);
	return { state, dispatch: form.dispatch };
}
