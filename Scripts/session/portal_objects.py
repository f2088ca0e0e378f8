"""Shared parts of the tests' desktop portals: requests that answer with a signal, and sessions."""
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PATH = "/org/freedesktop/portal/desktop"


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", signature="ua{sv}")
    def Response(self, response, results):
        pass


class Session(dbus.service.Object):
    @dbus.service.method("org.freedesktop.portal.Session")
    def Close(self):
        print("closed", flush=True)

    @dbus.service.signal("org.freedesktop.portal.Session", signature="a{sv}")
    def Closed(self, details):
        pass


class Portal(dbus.service.Object):
    """The object at PATH. A subclass has one interface, named by `interface`, with its `properties`."""

    interface = ""
    properties = {}
    session = None
    session_path = None

    @staticmethod
    def path_of(kind, sender, token):
        return f"{PATH}/{kind}/{sender[1:].replace('.', '_')}/{token}"

    def answer(self, sender, options, results, response=0):
        path = self.path_of("request", sender, options["handle_token"])
        request = Request(self.connection, path)
        results = dbus.Dictionary(results, signature="sv")
        GLib.idle_add(lambda: (request.Response(dbus.UInt32(response), results), False)[1])
        return path

    def create_session(self, sender, options):
        self.session_path = self.path_of("session", sender, options["session_handle_token"])
        self.session = Session(self.connection, self.session_path)
        return self.answer(sender, options, {"session_handle": self.session_path})

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if interface != self.interface or name not in self.properties:
            raise dbus.exceptions.DBusException("no such property", name="org.freedesktop.DBus.Error.InvalidArgs")
        return dbus.UInt32(self.properties[name])


def session_bus():
    """Returns the session bus, with the portal's name on it."""
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    # The name is released when nothing refers to its object any more.
    bus.portal_name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
    return bus
