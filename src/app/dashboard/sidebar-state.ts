import { useSyncExternalStore } from "react";

const KEY = "plumbline-sidebar";
const listeners = new Set<() => void>();

/** The state stands on <html>, where public/before-paint.js puts it too: the stylesheet follows it without waiting for us. */
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

// A page of the public site, from which one can come here, has not looked.
if (typeof document !== "undefined") show(stored() !== "collapsed");

export function toggleSidebar(): void {
	const expanded = !isExpanded();
	show(expanded);
	try {
		localStorage.setItem(KEY, expanded ? "expanded" : "collapsed");
	} catch {
		// It is remembered until the page is left.
	}
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Whether the sidebar shows its labels. Prerendered pages do. */
export const useSidebarExpanded = (): boolean => useSyncExternalStore(subscribe, isExpanded, () => true);
