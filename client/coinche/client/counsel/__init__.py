"""Why a sound player would do what is advised: one reason, in a sentence that holds for what the person sees."""
