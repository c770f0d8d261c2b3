// Runs before the first paint of the dashboard's pages. They are prerendered for somebody this device does not know, with
// the sidebar open: what the device knows better must not appear a moment later. The keys are those of src/lib/account/account.ts
// and src/app/dashboard/sidebar-state.ts.
try {
	const { dataset } = document.documentElement;
	if (localStorage.getItem("plumbline-account") !== null) dataset.account = "";
	if (localStorage.getItem("plumbline-sidebar") === "collapsed") dataset.sidebar = "collapsed";
} catch {
	// Storage is switched off, so nothing is known.
}
