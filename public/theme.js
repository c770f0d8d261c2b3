try {
	document.documentElement.dataset.theme = localStorage.getItem("plumbline-theme") ?? "system";
} catch {}
