// Runs before the first paint of the dashboard's pages. They are prerendered without an account and with the sidebar open; this
// device's own state must not appear a moment later. The keys are those of src/lib/account/account.ts and
// src/app/dashboard/sidebar-state.ts.
try {
	const { dataset } = document.documentElement;
	if (localStorage.getItem("plumbline-account") !== null) dataset.account = "";
	if (localStorage.getItem("plumbline-sidebar") === "collapsed") dataset.sidebar = "collapsed";
} catch {
	// Storage is disabled, so nothing is known.
}
