import { useSyncExternalStore } from "react";

const KEY = "plumbline-sidebar";
const listeners = new Set<() => void>();

/** The state is an attribute of <html>, which public/before-paint.js also sets, so the stylesheet doesn't have to wait for this code. */
const isExpanded = (): boolean => document.documentElement.dataset.sidebar !== "collapsed";

function stored(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

function show(expanded: boolean): void {
	if (expanded) delete document.documentElement.dataset.sidebar;
	else document.documentElement.dataset.sidebar = "collapsed";
	for (const listener of listeners) listener();
}

// A navigation from the public site starts without before-paint.js.
if (typeof document !== "undefined") show(stored() !== "collapsed");

export function toggleSidebar(): void {
	const expanded = !isExpanded();
	show(expanded);
	try {
		localStorage.setItem(KEY, expanded ? "expanded" : "collapsed");
	} catch {
		// Without storage, it is remembered until the page closes.
	}
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Whether the sidebar shows its labels. It does on prerendered pages. */
export const useSidebarExpanded = (): boolean => useSyncExternalStore(subscribe, isExpanded, () => true);
