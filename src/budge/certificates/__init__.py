"""Certificates of optimality: a plan, and for every shorter length a formula with a proof that it is unsatisfiable."""

from budge.certificates.check import CertificateError, check_certificate
from budge.certificates.write import write_certificate

__all__ = ["CertificateError", "check_certificate", "write_certificate"]
