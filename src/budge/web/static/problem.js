// Errors that the views show.

/** An error with a readable message and the HTTP status; 0 if the server did not answer. */
export class Problem extends Error {
  constructor({ title = "Something went wrong", detail = "", status = 0 }) {
    super(detail || title);
    this.status = status;
  }
}

export const noAnswer = () => new Problem({ detail: "The server does not answer. Is `budge web` still running?" });
