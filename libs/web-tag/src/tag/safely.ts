/** The page goes on, whatever goes wrong in the tag: then there is no outcome. */
export const safely =
  <Given extends readonly unknown[], Outcome>(act: (...given: Given) => Outcome) =>
  (...given: Given): Outcome | undefined => {
    try {
      return act(...given);
    } catch {
      // Nobody on the page can mend it.
      return undefined;
    }
  };
