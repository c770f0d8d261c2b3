// Runs in the head of a report, which comes with everything open and both readers shown, as print and browsers without
// script need it. Folds what is marked before anything is painted, and shows one reader at a time.
(() => {
	const KEY = "plumbline-reader";
	const readerOf = (text) => (text === "engineer" ? "engineer" : "owner");
	const all = (selector) => [...document.querySelectorAll(selector)];
	const problems = () => all(".problem > details");

	let reader = "owner";
	try {
		reader = readerOf(localStorage.getItem(KEY));
	} catch {
		// Not kept on this device.
	}

	/** Hidden so that find-in-page still finds it, where browsers can. */
	const showVoice = (voice) => {
		if (voice.dataset.reader === reader) voice.removeAttribute("hidden");
		else voice.setAttribute("hidden", "until-found");
	};
	const prepare = (node) => {
		if (!(node instanceof Element)) return;
		if (node.matches("details[data-fold]")) node.open = node.dataset.fold === "open";
		else if (node.matches(".voice")) showVoice(node);
	};
	const prepareAll = (records) => {
		for (const { addedNodes } of records) addedNodes.forEach(prepare);
	};
	// The parser's nodes are seen before the browser paints them.
	const arrivals = new MutationObserver(prepareAll);
	arrivals.observe(document.documentElement, { childList: true, subtree: true });

	const choose = (next) => {
		reader = readerOf(next);
		for (const voice of all(".voice")) showVoice(voice);
		for (const choice of all("[name=reader]")) choice.checked = choice.value === reader;
	};
	const reveal = (hash) => {
		const target = document.getElementById(hash.slice(1));
		const fold = target?.querySelector(":scope > details") ?? target?.closest("details");
		if (!fold || fold.open) return;
		fold.open = true;
		target.scrollIntoView();
	};

	let closed = [];
	addEventListener("beforeprint", () => {
		closed = all("details[data-fold]:not([open])");
		for (const fold of closed) fold.open = true;
	});
	addEventListener("afterprint", () => {
		for (const fold of closed) fold.open = false;
	});

	document.addEventListener("DOMContentLoaded", () => {
		prepareAll(arrivals.takeRecords());
		arrivals.disconnect();
		choose(reader);
		const button = document.querySelector("[data-all]");
		const isAllOpen = () => problems().every(({ open }) => open);
		const label = () => {
			if (button) button.textContent = isAllOpen() ? "Close all" : "Open all";
		};
		button?.addEventListener("click", () => {
			const open = !isAllOpen();
			for (const fold of problems()) fold.open = open;
			label();
		});
		// It does not bubble.
		document.addEventListener("toggle", label, true);
		label();
		for (const tools of all(".tools")) tools.hidden = false;

		document.addEventListener("change", ({ target }) => {
			if (target.name !== "reader") return;
			choose(target.value);
			try {
				localStorage.setItem(KEY, reader);
			} catch {
				// For this page alone, then.
			}
		});
		document.addEventListener("beforematch", ({ target }) => {
			const voice = target.closest(".voice");
			if (voice) choose(voice.dataset.reader);
		});
		addEventListener("storage", ({ key, newValue }) => {
			if (key === KEY) choose(newValue);
		});
		document.addEventListener("click", ({ target }) => {
			const link = target.closest('a[href^="#"]');
			if (link) reveal(link.hash);
		});
		addEventListener("hashchange", () => reveal(location.hash));
		reveal(location.hash);
	});
})();
